"""A twenty-third validation set, in two halves by two who had never seen the predictions."""
import twentythird_a
import twentythird_b


def add(lists):
    twentythird_a.add(lists)
    twentythird_b.add(lists)
