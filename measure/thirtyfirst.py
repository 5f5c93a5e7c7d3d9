"""A thirty-first validation set, in two halves by two who had never seen the predictions."""
import thirtyfirst_a
import thirtyfirst_b


def add(lists):
    thirtyfirst_a.add(lists)
    thirtyfirst_b.add(lists)
