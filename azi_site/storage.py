from servestatic.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hashed names, also for what JavaScript modules import from one another."""

    support_js_module_import_aggregation = True
