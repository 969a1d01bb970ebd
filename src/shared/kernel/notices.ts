import { type Holder, heldBy, isAmong, type Right } from './rights.ts'
import type { Role } from './roles.ts'
import { valuesIn, type WordValues } from './words.ts'

/** Meanings of a notice's status number; 1 is the specification's default. Screens give each its colour. */
export const noticeStatus = { news: 1, done: 2, attention: 3, problem: 4 } as const

export type NoticeStatus = (typeof noticeStatus)[keyof typeof noticeStatus]

/** How many notices the bell shows at once: the specification's notification count. */
export const notificationCount = 15

/** How long a toast shows, in milliseconds: what may pass, and what is to be read. */
export const toastTimes = { passing: 8_000, toRead: 15_000 } as const

/** Values for the blanks of a notice's message. */
export type NoticeValues = WordValues

/** Words with {{blanks}} and a place, for one event and for several in one notice ({{count}}). */
interface Forms {
  one: string
  many: string
}

/** A kind of notice: a row of its area's table, and a `tell` in the command that it is about. */
export interface NoticeKind {
  /** In the list of kinds that a person may mute. English, and the key of its translation, as all words here. */
  label: string
  /** Who gets it: people of the vendor that it is about, people of the company, or the one person that it is about. */
  audience: 'vendor' | 'house' | 'person'
  /** The right that one must have to get it; null for a person's own. */
  right: string | null
  /** Roles that have that right and get it (`heldBy`); nobody's for a person's own. */
  roles: readonly Role[]
  words: Forms
  /** The screen behind it; who may not open that screen gets no button. {{things}} are the ids of what it is about. */
  path: Forms
  /** On the button that leads there. */
  action: string
  status: NoticeStatus
  /** Milliseconds that its toast shows; null stays until it is closed. */
  timeout: number | null
}

/** Who gets a kind of notice, and what the button to its screen says. */
type Recipients = Pick<NoticeKind, 'audience' | 'right' | 'roles' | 'action'>

/** The vendor's people who have the right that the notice is about. */
export function toVendor(right: Right, action: string): Recipients {
  return { audience: 'vendor', right: right.name, roles: heldBy(right, ['vendor']), action }
}

/** People of the company who have the right that the notice is about, except where they have it by a role that is not named. */
export function toHouse(right: Right, roles: readonly Role[], action: string): Recipients {
  return { audience: 'house', right: right.name, roles: heldBy(right, roles), action }
}

export function toPerson(action: string): Recipients {
  return { audience: 'person', right: null, roles: [], action }
}

/** Each with the screen behind it. */
interface Written {
  to: Recipients
  label: string
  one: readonly [words: string, path: string]
  many: readonly [words: string, path: string]
  /** Keeps its toast until somebody closes it. */
  stays?: true
}

const toastTimeOf = {
  news: toastTimes.passing,
  done: toastTimes.passing,
  attention: toastTimes.toRead,
  problem: toastTimes.toRead,
} as const

/** Makes a kind of notice; how long its toast stays follows from how much it matters. */
export function notice(status: keyof typeof noticeStatus, { to, label, one, many, stays }: Written): NoticeKind {
  return {
    ...to,
    label,
    words: { one: one[0], many: many[0] },
    path: { one: one[1], many: many[1] },
    status: noticeStatus[status],
    timeout: stays ? null : toastTimeOf[status],
  }
}

/** Fills {{blanks}}. Values are other people's text: they are put in as they stand and never read as a template. */
export function fill(
  template: string,
  values: NoticeValues,
  write: (value: string) => string = (text) => text,
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => write(String(values[name] ?? '')))
}

/** Answers the frame's questions about the kinds of all areas. */
export function noticesOf<Name extends string>(kinds: Readonly<Record<Name, NoticeKind>>) {
  const names = Object.keys(kinds) as [Name, ...Name[]]
  return {
    noticeKindNames: names,
    isNoticeKind: (name: string): name is Name => Object.hasOwn(kinds, name),

    /** The kinds that somebody can get: those that are theirs to mute. */
    kindsFor: (holder: Holder): Name[] =>
      names.filter((name) => {
        const { audience, roles }: NoticeKind = kinds[name]
        return audience === 'person' || isAmong(holder, roles)
      }),

    /** Words, place and manner of `count` grouped events of a kind, the last of them with these values. */
    describeNotice(name: Name, count: number, values: NoticeValues) {
      const kind: NoticeKind = kinds[name]
      const form = count === 1 ? 'one' : 'many'
      const key = kind.words[form]
      return {
        message_key: key,
        message: fill(key, { ...valuesIn(values), count }),
        path: fill(kind.path[form], values, encodeURIComponent),
        action: kind.action,
        status: kind.status,
        timeout: kind.timeout,
      }
    },
  }
}
