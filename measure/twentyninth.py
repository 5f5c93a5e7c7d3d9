"""A twenty-ninth validation set, in two halves by two who had never seen the predictions."""
import twentyninth_a
import twentyninth_b


def add(lists):
    twentyninth_a.add(lists)
    twentyninth_b.add(lists)
