#include "a.h"
#include <stdio.h>
#define SQUARE(x) ((x) * (x))
typedef struct node { struct node *next; int (*cb)(int a); } node, *nodep;
static int add(node *n, const char *name[], void (*done)(void *data));
static int add(node *n, const char *name[], void (*done)(void *data)) {
	nodep m = n->next, k[2];
	for (int i = 0; i < SQUARE(2); i++) k[i] = m;
	return k[0]->cb((int)sizeof(struct node));
}
