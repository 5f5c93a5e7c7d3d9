"""A thirty-second validation set, in two halves by two who had never seen the predictions."""
import thirtysecond_a
import thirtysecond_b


def add(lists):
    thirtysecond_a.add(lists)
    thirtysecond_b.add(lists)
