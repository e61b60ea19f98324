"""A class at once: submissions in, points, reports and a database out (`hence grade`)."""
