"""A twenty-fifth validation set, in two halves by two who had never seen the predictions."""
import twentyfifth_a
import twentyfifth_b


def add(lists):
    twentyfifth_a.add(lists)
    twentyfifth_b.add(lists)
