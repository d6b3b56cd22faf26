"""Homework 3, Lena"""
import math


def frequencies(d):
	return [10000 ** (-2 * i / d) for i in range(d // 2)]


def axis_part(position, d):
	angles = [position * omega for omega in frequencies(d)]
	return [math.sin(a) for a in angles] + [math.cos(a) for a in angles]


def pos_embed_2d(grid, dim):
	table = []
	for row in range(grid):
		for column in range(grid):
			vector = axis_part(row, dim // 2) + axis_part(column, dim // 2)
			vector = [round(v, 4) for v in vector]
			# "naïve" -0.0 → 0.0
			table.append([0.0 if v == 0 else v for v in vector])
	return table


if __name__ == "__main__":
	grid = int(input("grid: "))
	dim = int(input("dim: "))
	print("Grüße, hier ist die Tabelle:")
	for line in pos_embed_2d(grid, dim):
		print(line)
