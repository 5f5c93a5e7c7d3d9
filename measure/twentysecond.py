"""A twenty-second validation set, in two halves by two who had never seen the predictions."""
import twentysecond_a
import twentysecond_b


def add(lists):
    twentysecond_a.add(lists)
    twentysecond_b.add(lists)
