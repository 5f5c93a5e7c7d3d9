"""A thirty-third validation set, in two halves by two who had never seen the predictions."""
import thirtythird_a
import thirtythird_b


def add(lists):
    thirtythird_a.add(lists)
    thirtythird_b.add(lists)
