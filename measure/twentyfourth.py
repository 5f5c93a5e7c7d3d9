"""A twenty-fourth validation set, in two halves by two who had never seen the predictions."""
import twentyfourth_a
import twentyfourth_b


def add(lists):
    twentyfourth_a.add(lists)
    twentyfourth_b.add(lists)
