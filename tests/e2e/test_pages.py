"""Every page that a visitor can open is free of errors and keeps to its content security policy."""

import pytest
from playwright.sync_api import Page


@pytest.mark.parametrize("path", ["/", "/tables/open/", "/rules/", "/accounts/login/", "/accounts/signup/"])
def test_a_page_opens_without_a_complaint(person: Page, path: str) -> None:
    response = person.goto(path, wait_until="networkidle")
    assert response
    assert response.status == 200
