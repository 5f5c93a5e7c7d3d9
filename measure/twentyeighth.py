"""A twenty-eighth validation set, in two halves by two who had never seen the predictions."""
import twentyeighth_a
import twentyeighth_b


def add(lists):
    twentyeighth_a.add(lists)
    twentyeighth_b.add(lists)
