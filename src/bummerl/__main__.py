"""``python -m bummerl`` is the ``bummerl`` command."""

from bummerl.cli.main import main

if __name__ == "__main__":
    main()
