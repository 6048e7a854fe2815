"""Passwords, session tokens, headers, limits, origins; what keeps strangers out."""
