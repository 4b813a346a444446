"""What anybody may send in place of a passkey's answer."""

import base64
import json

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.test import Client
from django.urls import reverse
from fido2.cose import ES256
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from accounts.models import User

from .test_second_factor import PASSWORD, confirm, sign_in

pytestmark = pytest.mark.django_db

MADE = b'{"type":"webauthn.create","challenge":"AA","origin":"http://testserver"}'
SHOWN = b'{"type":"webauthn.get","challenge":"AA","origin":"http://testserver"}'


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def answer(said: bytes, key: bytes, user: bytes = b"1") -> str:
    response = {
        "clientDataJSON": coded(said), "attestationObject": coded(key), "authenticatorData": coded(key),
        "signature": "YQ", "userHandle": coded(user),
    }  # fmt: skip
    return json.dumps({"type": "public-key", "id": "YQ", "rawId": "YQ", "response": response})


JUNK = {
    "nothing": "",
    "null": "null",
    "zero": "0",
    "false": "false",
    "an empty object": "{}",
    "an empty list": "[]",
    "a list": "[1]",
    "a number of 5,000 digits": "9" * 5_000,
    "brackets": "[" * 50_000,
    "objects": '{"a":' * 50_000,
    "too long": json.dumps({"id": "a" * 100_000}),
    "infinity": '{"id":1e999}',
    "not a number": '{"id":NaN}',
    "only an id": '{"id":"a"}',
    "no response": '{"type":"public-key","id":"YQ","rawId":"YQ","response":{}}',
    "a list for a response": '{"type":"public-key","id":"YQ","rawId":"YQ","response":[]}',
    "numbers for texts": '{"id":1,"rawId":{},"response":{"clientDataJSON":1,"authenticatorData":2,"userHandle":3}}',
    "a NUL": '{"type":"public-key","id":"\\u0000","rawId":"YQ","response":{}}',
    "half a character": '{"type":"public-key","id":"YQ","rawId":"YQ","response":{"clientDataJSON":"\\ud800"}}',
    "no base64": '{"type":"public-key","id":"YQ","rawId":"YQ","response":{"clientDataJSON":"é","userHandle":"é"}}',
    "no JSON within": answer(b"\xff", b""),
    "no object within": answer(b"[]", b""),
    "numbers within": answer(b'{"type":1}', b"\xa0"),
    **{
        f"{key[:3].hex()} for a key, {how}": answer(said, key)
        for how, said in (("made", MADE), ("shown", SHOWN))
        for key in (b"", b"\xff" * 50, b"\xa0", b"\xa1\x68authData\x40", b"\x81" * 3_000, b"\xbf" * 2_000, b"\0" * 37,
                    b"\1" + b"\0" * 31 + b"\x45\0\0\0\1" + b"\0" * 18 + b"\xa0")
    },
    "a user of whom nobody has heard": answer(SHOWN, b"\0" * 37, user=b"z" * 60),
}  # fmt: skip


SOME = ("zero", "a number of 5,000 digits", "brackets", "half a character", "numbers within", "818181 for a key, shown")


def form(junk: str) -> dict[str, str]:
    return {"credential": JUNK[junk], "name": "Phone", "passwordless": "on"}


def give_passkey(user: User) -> None:
    public = ES256({1: 2, 3: -7, -1: 1, -2: b"x" * 32, -3: b"y" * 32})
    made = AttestedCredentialData.create(b"\0" * 16, b"a key", public)
    data = AuthenticatorData.create(b"\0" * 32, AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT, 0, made)
    response = {"clientDataJSON": coded(MADE), "attestationObject": coded(AttestationObject.create("none", data, {}))}
    WebAuthn.add(user, "Phone", {"type": "public-key", "id": coded(b"a key"), "rawId": coded(b"a key"),
                                 "response": response})  # fmt: skip


@pytest.fixture
def vera() -> User:
    return User.objects.create_user("Vera", password=PASSWORD)


@pytest.mark.parametrize("junk", JUNK)
def test_junk_signs_nobody_in(junk: str) -> None:
    stranger, page = Client(), reverse("mfa_login_webauthn")
    assert stranger.get(page, headers={"accept": "application/json"}).status_code == 200
    assert stranger.post(page, form(junk))["Location"] == reverse("account_login")
    assert "_auth_user_id" not in stranger.session


@pytest.mark.parametrize("junk", SOME)
def test_junk_is_no_second_step(vera: User, junk: str) -> None:
    give_passkey(vera)
    other, page = Client(), reverse("mfa_authenticate")
    sign_in(other)
    assert other.get(page).status_code == 200
    assert other.post(page, form(junk)).status_code == 200
    assert "_auth_user_id" not in other.session


@pytest.mark.parametrize("junk", SOME)
def test_junk_confirms_nothing(vera: User, junk: str) -> None:
    give_passkey(vera)
    member, page = Client(), reverse("mfa_reauthenticate_webauthn")
    member.force_login(vera)
    assert member.get(page).status_code == 200
    assert member.post(page, form(junk))["Location"] == reverse("account_login")
    assert member.get(reverse("mfa_add_webauthn")).status_code == 302


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_never_kept_for_a_passkey(vera: User, junk: str) -> None:
    member, page = Client(), reverse("mfa_add_webauthn")
    member.force_login(vera)
    confirm(member)
    assert member.get(page).status_code == 200
    refused = member.post(page, form(junk))
    assert refused.status_code == 200
    assert refused.context["form"].errors
    assert not Authenticator.objects.exists()
