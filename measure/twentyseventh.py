"""A twenty-seventh validation set, in two halves by two who had never seen the predictions."""
import twentyseventh_a
import twentyseventh_b


def add(lists):
    twentyseventh_a.add(lists)
    twentyseventh_b.add(lists)
