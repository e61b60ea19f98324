"""Least and greatest values, and where they are taken.

problem      what is minimised, over which values; what a claim says of it
plans        the arguments that settle a claim, each as ordinary claims that remain to be proved
domain       where an objective is defined and can be differentiated
squares      sums that are visibly not negative, in symbolic dimension
search       arguments worth a try, and points worth a look; nothing there is trusted
refute       ordinary claims that a true claim implies: one of them fails where it is false
"""
