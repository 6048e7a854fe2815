"""One tree over many worlds, for what one seat can know.

Every iteration takes another world and goes down the tree with it.  A node is what the seat that
searches would have seen so far - all moves, and the cards it drew itself -, so it cannot act on
cards it does not know.  Its own moves are chosen by their mean over all worlds that came by, with a
bonus for those tried less often than they could have been; the other's moves are those a policy
finds likely with the hand of that world, as nobody knows how the other thinks.  The first new move
of the seat is where the tree grows; from there both play on as the policy would, and a closed deal,
or one with few talon cards left, is solved exactly.

It is information-set tree search (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree
Search", 2012) against a model of the opponent.

`nodes` has one row of `NODE_WIDTH` numbers a node, `edges` one of `EDGE_WIDTH` for each move that
was tried from a node, `sums` what these brought.  `heads` tells how many nodes and edges there are,
and where chance comes from.  `worth` is the value, 0 … 1, of -3 … 3 game points for the seat.
"""

from __future__ import annotations

import math
from typing import Final

from bummerl.search import guided_play
from bummerl.search.guided_play import likely_move, make, next_chance, play_down
from bummerl.search.jit import Reals, Row, Rows, kernel
from bummerl.search.layout import (
    HAND,
    LED,
    LEFT,
    MOVES,
    NONE,
    OUT,
    POINTS,
    WIDTH,
    WINNER,
)
from bummerl.search.solving import settled, value
from bummerl.search.transition import legal_moves, mover

# fields of a node
SEEN: Final = 0
"""The hand of the searching seat, which tells what it drew."""
SIBLING: Final = 1
"""Another node behind the same edge, or `NONE`."""
FIRST_EDGE: Final = 2
"""Its first edge, or `NONE`."""
NODE_WIDTH: Final = 3

# fields of an edge
NEXT_EDGE: Final = 0
"""Another edge from the same node, or `NONE`."""
MOVE: Final = 1
VISITS: Final = 2
CHANCES: Final = 3
"""How often it could have been chosen."""
CHILD: Final = 4
"""The first node behind it, or `NONE`."""
EDGE_WIDTH: Final = 5

# fields of `heads`
NODES_USED: Final = 0
EDGES_USED: Final = 1
SOURCE: Final = 2
HEADS: Final = 3

DEPTH: Final = 64
"""More than the moves of a deal."""
TRIED: Final = guided_play.SCRATCH
"""Where the edges by move lie in `scratch`; before them is what the policy needs."""
PATH: Final = TRIED + MOVES
"""Where the edges gone through lie."""
SCRATCH: Final = PATH + DEPTH


@kernel("int64(int64[:,::1],int64[::1],int64,int64)")
def new_node(nodes: Rows, heads: Row, seen: int, sibling: int) -> int:
    """Number of a new node without edges."""
    node = heads[NODES_USED]
    heads[NODES_USED] += 1
    nodes[node, SEEN] = seen
    nodes[node, SIBLING] = sibling
    nodes[node, FIRST_EDGE] = NONE
    return node


@kernel("int64(int64,int64[:,::1],int64[:,::1],float64[::1],int64[::1],int64)")
def new_edge(node: int, nodes: Rows, edges: Rows, sums: Reals, heads: Row, move: int) -> int:
    """Number of a new edge from a node."""
    edge = heads[EDGES_USED]
    heads[EDGES_USED] += 1
    edges[edge, NEXT_EDGE] = nodes[node, FIRST_EDGE]
    nodes[node, FIRST_EDGE] = edge
    edges[edge, MOVE] = move
    edges[edge, VISITS] = 0
    edges[edge, CHANCES] = 1
    edges[edge, CHILD] = NONE
    sums[edge] = 0.0
    return edge


@kernel("int64(int64,int64[:,::1],int64[:,::1],float64[::1],int64[::1],int64)")
def edge_of(node: int, nodes: Rows, edges: Rows, sums: Reals, heads: Row, move: int) -> int:
    """The edge of a move from a node, made if there is none."""
    edge = nodes[node, FIRST_EDGE]
    while edge != NONE:
        if edges[edge, MOVE] == move:
            return edge
        edge = edges[edge, NEXT_EDGE]
    return new_edge(node, nodes, edges, sums, heads, move)


@kernel(
    "int64(int64,int64[:,::1],int64[:,::1],float64[::1],int64[::1],int64[::1],int64,int64[::1],"
    "float64)"
)
def best_edge(
    node: int,
    nodes: Rows,
    edges: Rows,
    sums: Reals,
    heads: Row,
    moves: Row,
    number: int,
    tried: Row,
    exploration: float,
) -> int:
    """The edge to go on with from a node of the seat's own, which has `number` moves.

    A move not tried yet comes first, from a place in the list that changes from visit to visit.
    """
    # 1 the edges there are
    for index in range(number):
        tried[moves[index]] = NONE
    edge = nodes[node, FIRST_EDGE]
    while edge != NONE:
        tried[edges[edge, MOVE]] = edge
        edge = edges[edge, NEXT_EDGE]
    # 2 a new one
    start = int(next_chance(heads[SOURCE:]) * number)
    for step in range(number):
        index = start + step if start + step < number else start + step - number
        if tried[moves[index]] == NONE:
            return new_edge(node, nodes, edges, sums, heads, moves[index])
    # 3 the best of all
    best, most = NONE, -1.0
    for index in range(number):
        edge = tried[moves[index]]
        edges[edge, CHANCES] += 1
        visits = float(edges[edge, VISITS])
        bonus = math.sqrt(math.log(float(edges[edge, CHANCES])) / visits)
        mean = sums[edge] / visits + exploration * bonus
        if mean > most:
            best, most = edge, mean
    return best


@kernel(
    "int64(int64[:,::1],int64,int64,int64,float64[::1],int64[:,::1],int64[::1],int64[::1],"
    "float64[::1],int64[::1])"
)
def leaf_points(
    states: Rows,
    seat: int,
    rules: int,
    exact_at: int,
    policy: Reals,
    moves: Rows,
    heads: Row,
    scratch: Row,
    scores: Reals,
    memory: Row,
) -> int:
    """Game points for `seat` from ``states[0]``: played down as the policy would, then solved."""
    play_down(states, rules, exact_at, policy, moves, scratch, scores, heads[SOURCE:])
    state = states[0]
    if state[WINNER] != NONE:
        return settled(state, seat, rules, -3, 3, memory)
    points = value(states, 0, rules, -3, 3, moves, memory)
    return points if mover(state) == seat else -points


@kernel(
    "int64(int64[:,::1],int64,int64,int64,float64[::1],float64,float64[::1],int64[:,::1],"
    "int64[:,::1],float64[::1],int64[::1],int64[:,::1],int64[::1],float64[::1],int64[::1],int64)"
)
def visit(
    states: Rows,
    seat: int,
    rules: int,
    exact_at: int,
    policy: Reals,
    exploration: float,
    worth: Reals,
    nodes: Rows,
    edges: Rows,
    sums: Reals,
    heads: Row,
    moves: Rows,
    scratch: Row,
    scores: Reals,
    memory: Row,
    root: int,
) -> int:
    """One iteration from node `root` with the world in ``states[0]``; its game points for `seat`.

    With `exact_at` talon cards or fewer left a leaf is solved; with none, where everybody knows all
    cards, no more decision is made in the tree.
    """
    node, length, edge, grown = root, 0, NONE, 0
    room = min(nodes.shape[0] - heads[NODES_USED], edges.shape[0] - heads[EDGES_USED])
    while True:
        state = states[0]
        # 1 the deal is over, or all is known, or the tree has grown
        known = state[LED] == NONE and state[LEFT] == 0
        if grown or known or state[WINNER] != NONE or room < DEPTH:
            break
        # 2 going out at once
        number = legal_moves(state, rules, moves[0])
        if moves[0, number - 1] == OUT:
            if state[POINTS + mover(state)] >= 66:
                moves[0, 0], number = OUT, 1
            else:
                number -= 1
        # 3 a move
        move = moves[0, 0]
        if number > 1:
            if mover(state) == seat:
                edge = best_edge(node, nodes, edges, sums, heads, moves[0], number,
                                 scratch[TRIED:], exploration)  # fmt: skip
                grown = 1 if edges[edge, VISITS] == 0 else 0
            else:
                move = likely_move(state, rules, policy, moves[1], scratch, scores, heads[SOURCE:])
                edge = edge_of(node, nodes, edges, sums, heads, move)
            move = edges[edge, MOVE]
            scratch[PATH + length] = edge
            length += 1
        make(states, move, rules)
        # 4 the node that fits what the seat has seen
        if number > 1 and not grown:
            seen = states[0, HAND + seat]
            node = edges[edge, CHILD]
            while node != NONE and nodes[node, SEEN] != seen:
                node = nodes[node, SIBLING]
            if node == NONE:
                node = new_node(nodes, heads, seen, edges[edge, CHILD])
                edges[edge, CHILD] = node
    # 5 what it brought
    points = leaf_points(
        states, seat, rules, exact_at, policy, moves, heads, scratch, scores, memory
    )
    for index in range(length):
        edges[scratch[PATH + index], VISITS] += 1
        sums[scratch[PATH + index]] += worth[points + 3]
    return points


@kernel(
    "void(int64[:,::1],int64,int64,int64[::1],int64,int64,int64,float64[::1],float64,float64[::1],"
    "int64[:,::1],int64[:,::1],int64[:,::1],float64[::1],int64[::1],int64[:,::1],int64[::1],"
    "float64[::1],int64[::1],int64,int64[::1])"
)
def visit_often(
    worlds: Rows,
    start: int,
    stop: int,
    plan: Row,
    length: int,
    rules: int,
    exact_at: int,
    policy: Reals,
    exploration: float,
    worth: Reals,
    states: Rows,
    nodes: Rows,
    edges: Rows,
    sums: Reals,
    heads: Row,
    moves: Rows,
    scratch: Row,
    scores: Reals,
    memory: Row,
    root: int,
    odds: Row,
) -> None:
    """Iterations `start` … `stop` after a plan, with one world after the other, over and over.

    Each pass begins one world later: choices that take turns would meet the same worlds each time.
    How often they brought -3 … 3 game points is added to the seven places of `odds`.
    """
    size = worlds.shape[0]
    for number in range(start, stop):
        for index in range(WIDTH):
            states[0, index] = worlds[(number + number // size) % size, index]
        seat = mover(states[0])
        for step in range(length):
            make(states, plan[step], rules)
        points = visit(states, seat, rules, exact_at, policy, exploration, worth, nodes, edges,
                       sums, heads, moves, scratch, scores, memory, root)  # fmt: skip
        odds[points + 3] += 1
