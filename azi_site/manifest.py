"""What a browser must know of the site to install it like an app."""

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

GROUND = "#f2ece0"  # of the page in the light scheme, as azi.css has it; the dark one's is in base.html


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    described = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": "Azi",
        "short_name": "Azi",
        "description": gettext("Azi, the Central Asian card game, played live"),
        "lang": get_language(),
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "categories": ["games"],
        "shortcuts": [{"name": gettext("Practice"), "url": reverse("practice")}],
        "icons": [
            {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": static("icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": static("icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": static("icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    return JsonResponse(described, content_type="application/manifest+json")
