import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import type { CallData, CallInput } from '../../../actions/calls.ts'
import { api } from '../../../api/client.ts'
import { type BoxMove, type MovePlan, nameOf, planOf } from './what-moves.ts'

/** All boxes that match a list's filter, seen or not: whoever knows them says what a move would do. */
export interface AllThatMatch {
  plan: (move: BoxMove) => Promise<MovePlan>
}

/** Boxes for a move: rows of the screen, or all that match. */
export type Chosen = readonly QcBoxRow[] | AllThatMatch

export async function planFor(chosen: Chosen, move: BoxMove): Promise<MovePlan> {
  return 'plan' in chosen ? chosen.plan(move) : planOf(chosen, move)
}

type ListFilter = Omit<CallInput<'house.planBoxMove'>, 'move' | 'most'>

/** All of a list at QC, judged by the server. */
export function allOfList(filter: ListFilter): AllThatMatch {
  return { plan: async (move) => readPlan((await api.house.planBoxMove({ ...filter, move })).data) }
}

/** The first boxes (box.id) of a list, for a paper that takes so many at most, and how many there are beyond. */
export async function idsOfList(filter: ListFilter, most: number): Promise<{ ids: string[]; beyond: number }> {
  const { data } = await api.house.planBoxMove({ ...filter, most })
  return { ids: data.box_ids, beyond: data.beyond }
}

function readPlan({ box_ids, pieces, beyond, staying }: CallData<'house.planBoxMove'>): MovePlan {
  return {
    ...{ boxIds: box_ids, pieces, beyond },
    staying: staying.map(({ message, boxes, named }) => ({ why: message, boxes, named: named.map(nameOf) })),
  }
}
