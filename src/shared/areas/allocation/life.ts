import { type Living, lifecycle } from '../../kernel/lifecycle.ts'
import { allocationRights } from './rights.ts'
import {
  allocationWords,
  type ReplenishmentState,
  replenishmentStateWords,
  type TaskState,
  taskStateWords,
} from './words.ts'

interface Task extends Living<TaskState> {
  /** Its lines are submitted, and their pieces reserved. */
  is_frozen: boolean
  /** Cells or styles were changed since it was calculated. */
  is_outdated: boolean
}

const ours = { by: allocationRights.allocation.roles, side: 'house' } as const
const open = (task: Task) => (task.is_frozen ? allocationWords.frozen : null)
const notYet = { CREATED: allocationWords.notCalculated } as const

/** An allocation's way: created, calculated, shortlisted, its lines submitted (their pieces are reserved then), submitted, gate passes. */
export const allocationLife = lifecycle({
  states: taskStateWords,
  closed: allocationWords.noMove,
  moves: {
    calculate: { ...ours, from: ['CREATED', 'CALCULATED', 'SHORTLISTED'], to: 'CALCULATED', shutBy: open },
    choose_styles: { ...ours, from: ['CREATED', 'CALCULATED', 'SHORTLISTED'], shutBy: open },
    lock: { ...ours, from: ['CALCULATED', 'SHORTLISTED'], shutBy: open, closed: notYet },
    choose_lines: {
      ...ours,
      from: ['CALCULATED', 'SHORTLISTED'],
      shutBy: (task) => open(task) ?? (task.is_outdated ? allocationWords.outdated : null),
      closed: notYet,
    },
    freeze: {
      ...ours,
      from: ['SHORTLISTED'],
      shutBy: (task) => open(task) ?? (task.is_outdated ? allocationWords.outdated : null),
      closed: { ...notYet, CALCULATED: allocationWords.nothingChosen },
    },
    thaw: {
      ...ours,
      from: ['SHORTLISTED'],
      shutBy: (task) => (task.is_frozen ? null : allocationWords.notFrozen),
    },
    submit: {
      ...ours,
      from: ['SHORTLISTED'],
      to: 'SUBMITTED',
      shutBy: (task) => (task.is_frozen ? null : allocationWords.notFrozen),
      closed: notYet,
    },
    reject: {
      ...ours,
      from: ['CREATED', 'CALCULATED', 'SHORTLISTED', 'SUBMITTED'],
      to: 'REJECTED',
      needsWords: true,
    },
    make_passes: { ...ours, from: ['SUBMITTED'], to: 'GATEPASSES_CREATED' },
  },
} satisfies Parameters<typeof lifecycle<TaskState, string, Task>>[0])

const over = { SENT: allocationWords.poSent, CANCELLED: allocationWords.poCancelled } as const

/** A replenishment order's way: put together, then sent by its gate passes, or cancelled. */
export const replenishmentLife = lifecycle({
  states: replenishmentStateWords,
  closed: allocationWords.poNoMove,
  moves: {
    change: { ...ours, from: ['DRAFT'], closed: over },
    send: { ...ours, from: ['DRAFT'], to: 'SENT', closed: over },
    cancel: {
      ...ours,
      from: ['DRAFT'],
      to: 'CANCELLED',
      needsWords: true,
      closed: { SENT: allocationWords.poSentAlready, CANCELLED: allocationWords.poCancelled },
    },
  },
} satisfies Parameters<typeof lifecycle<ReplenishmentState, string>>[0])
