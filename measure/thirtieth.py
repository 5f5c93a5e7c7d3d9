"""A thirtieth validation set, in two halves by two who had never seen the predictions."""
import thirtieth_a
import thirtieth_b


def add(lists):
    thirtieth_a.add(lists)
    thirtieth_b.add(lists)
