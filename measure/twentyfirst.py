"""A twenty-first validation set, in two halves by two who had never seen the predictions."""
import twentyfirst_a
import twentyfirst_b


def add(lists):
    twentyfirst_a.add(lists)
    twentyfirst_b.add(lists)
