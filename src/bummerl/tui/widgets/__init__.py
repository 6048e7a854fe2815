"""What the screens are made of: cards, slate, plates, buttons, course."""
