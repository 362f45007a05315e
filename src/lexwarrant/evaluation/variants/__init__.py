"""Nine deterministic variants of every case: does the answer hold when the question is put so?"""
