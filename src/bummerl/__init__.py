"""Bummerl: the open home of Schnapsen and Sechsundsechzig."""
