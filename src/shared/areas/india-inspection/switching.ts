import { severities } from '../../kernel/reasons.ts'
import {
  type Aql,
  type CodeLetter,
  type PlanProcedure,
  planFor,
  planProcedures,
  stricterAql,
} from '../inspection/master-tables.ts'
import type { Aqls, Limit } from '../inspection/sampling.ts'
import { type Computed, computedVerdict, type Tally } from '../inspection/verdict.ts'

/** How strictly a vendor's next lot is inspected (ISO 2859-1:1999, 9.3 and 9.4). docs/sampling.md says what is simplified here. */
export const procedures = [...planProcedures, 'discontinued'] as const
export type Procedure = (typeof procedures)[number]

/** A lot on its original inspection: whether its sample took it, and what that adds to the switching score. */
export interface LotResult {
  accepted: boolean
  /** 0 begins the score anew, though the lot was accepted. */
  points: 0 | 2 | 3
}

export interface Switching {
  procedure: Procedure
  /** Of consecutive lots under normal inspection: 30 make reduced inspection possible. */
  score: number
  /** Lots since this procedure began. */
  lots: number
  /** Of these: not accepted; on normal inspection of the last five alone. */
  refused: number
  /** Accepted one after the other, up to now. */
  accepted_in_row: number
  /** What made it begin: the procedure before it, and how many of how many lots were refused then; null where nothing did. */
  cause: { from: Procedure; refused: number; lots: number } | null
}

/** Reduced inspection from here on. */
const enough = 30
/** Within so many lots, so many refused tighten the inspection; so many accepted in a row loosen it again. */
const [within, mostRefused, inRow] = [5, 2, 5]
/** Refused in all on tightened inspection: no more is taken until the vendor has mended its ways. */
const mostOnTightened = 5

const begin = (procedure: Procedure, cause: Switching['cause'] = null): State => ({
  ...{ procedure, score: 0, lots: 0, refused: 0, accepted_in_row: 0, cause },
  recent: [],
})

type State = Switching & { recent: boolean[] }

/** Where a vendor's lots, oldest first, leave its next one, had the rules been followed for each of them. */
export function switchingOf(lots: readonly LotResult[]): Switching {
  const { recent: _, ...now } = lots.reduce((state, lot) => by[state.procedure](counted(state, lot)), begin('normal'))
  return now
}

function counted(state: State, { accepted, points }: LotResult): State {
  const recent = [...state.recent, accepted].slice(-within)
  const isNormal = state.procedure === 'normal'
  return {
    ...state,
    recent,
    lots: state.lots + 1,
    refused: isNormal ? refusedOf(recent) : state.refused + (accepted ? 0 : 1),
    accepted_in_row: accepted ? state.accepted_in_row + 1 : 0,
    score: isNormal && accepted && points > 0 ? state.score + points : 0,
  }
}

const refusedOf = (recent: readonly boolean[]) => recent.filter((accepted) => !accepted).length

const by: Record<Procedure, (state: State) => State> = {
  normal(state) {
    const { recent, score } = state
    if (refusedOf(recent) >= mostRefused)
      return begin('tightened', { from: 'normal', refused: refusedOf(recent), lots: lotsWithin(recent) })
    return score >= enough ? { ...begin('reduced', causeOf(state)), accepted_in_row: state.accepted_in_row } : state
  },
  tightened(state) {
    if (state.refused >= mostOnTightened) return begin('discontinued', causeOf(state))
    return state.accepted_in_row >= inRow ? begin('normal', causeOf(state)) : state
  },
  // A lot that is not accepted, and inspection is normal again; the score begins anew.
  reduced: (state) => (state.accepted_in_row === 0 ? begin('normal', causeOf(state)) : state),
  // Inspection goes on tightened once a lot is accepted: until then the vendor has mended nothing.
  discontinued: (state) =>
    state.accepted_in_row > 0 ? { ...begin('tightened', state.cause), lots: 1, accepted_in_row: 1 } : state,
}

const causeOf = ({ procedure: from, refused, lots }: State) => ({ from, refused, lots })

/** The shortest stretch of the last lots that holds the refused ones. */
function lotsWithin(recent: readonly boolean[]): number {
  return recent.length - recent.indexOf(false)
}

/** What a lot adds to the switching score: 3 where its AQLs one step stricter would have taken it too, 2 where it takes too few defects to tell. */
export function resultOf(plan: JudgedPlan, tally: Tally): LotResult | null {
  const computed: Computed = computedVerdict(plan, tally)
  if (computed === 'open') return null
  if (computed === 'reject') return { accepted: false, points: 0 }
  const asked = severities.flatMap((severity) => {
    const [aql, limit] = [plan.aqls[severity], plan.limits[severity]]
    // AQL 0 takes no defect at all: there is no step to the stricter side of it.
    if (aql === '0') return []
    if (limit.accept <= 1) return [2 as const]
    return [tally[severity] <= stricterAccept(limit, aql, plan.procedure) ? (3 as const) : (0 as const)]
  })
  if (asked.includes(0)) return { accepted: true, points: 0 }
  return { accepted: true, points: asked.length > 0 && !asked.includes(2) ? 3 : 2 }
}

/** A lot's plan, as it was frozen. */
interface JudgedPlan {
  procedure: PlanProcedure
  limits: Record<keyof Aqls, Limit>
  aqls: Aqls
}

function stricterAccept({ code, accept }: Limit, aql: Aql, procedure: PlanProcedure): number {
  const stricter = stricterAql(aql)
  // The strictest AQL of our tables has none before it: a defect less then.
  return stricter === aql ? accept - 1 : planFor(code as CodeLetter, stricter, procedure).accept
}

/** The table that a procedure goes by: after inspection is discontinued, what is inspected all the same is inspected tightened. */
export function tableOf(procedure: Procedure): PlanProcedure {
  return procedure === 'discontinued' ? 'tightened' : procedure
}

/** English, and the keys of their translations. */
export const switchingReasons = {
  none: 'Normal: no lot of this vendor was judged in India yet.',
  normal: 'Normal: {{refused}} of the last {{lots}} lots refused.',
  mended: 'Normal again: five lots accepted one after the other.',
  noLongerReduced: 'Normal again: the last lot was refused.',
  tightened:
    'Tightened: {{refused}} of {{lots}} lots refused. Five accepted in a row make it normal again; so far {{accepted}}.',
  reduced: 'Reduced: {{accepted}} lots accepted one after the other. A lead may choose it, with a reason.',
  discontinued:
    'Discontinue: {{refused}} lots refused since inspection was tightened. Ask the vendor to mend its ways before more is inspected.',
} as const

/** Why, in words with blanks. */
export function switchingReason(now: Switching): { reason: string; values: Record<string, number> } {
  const { procedure, lots, refused, accepted_in_row: accepted, cause } = now
  switch (procedure) {
    case 'normal':
      if (lots === 0 && cause === null) return { reason: switchingReasons.none, values: {} }
      if (lots === 0)
        return { reason: switchingReasons[cause?.from === 'reduced' ? 'noLongerReduced' : 'mended'], values: {} }
      return { reason: switchingReasons.normal, values: { refused, lots: Math.min(lots, within) } }
    case 'tightened':
      return {
        reason: switchingReasons.tightened,
        values: { refused: cause?.refused ?? 0, lots: cause?.lots ?? 0, accepted },
      }
    case 'reduced':
      return { reason: switchingReasons.reduced, values: { accepted } }
    case 'discontinued':
      return { reason: switchingReasons.discontinued, values: { refused: cause?.refused ?? refused } }
  }
}
