"""The eye for cards: finds them on the table and recognises them against a deck that was taught."""
