from web_results import filled

__all__ = ["filled"]
