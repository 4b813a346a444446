from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players and chips")  # allauth has an app "Accounts" of its own, with letters and addresses
    default_auto_field = "django.db.models.BigAutoField"
