from django.apps import AppConfig


class AziSiteConfig(AppConfig):
    name = "azi_site"
    default_auto_field = "django.db.models.BigAutoField"
