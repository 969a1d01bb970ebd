import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { roles, teams } from '../../../shared/domain/roles.ts'
import type { CallData } from '../../actions/calls.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { Timeline } from '../../kit/Timeline.tsx'
import { agentWords } from '../../people/agent-words.ts'
import { teamWord } from '../../people/person-words.ts'

type UserEvent = NonNullable<CallData<'users.getUserDetails'>['history']>[number]

/** What happened to an account, newest first. */
export function UserTimeline({ history }: { history: readonly UserEvent[] }) {
  // From and to are said below the event: names and addresses of people are no words to translate.
  const events = history.toReversed().map((event) => ({ ...event, from: null, to: null, change: event }))
  return <Timeline events={events} about={({ change }) => <About {...change} />} />
}

function About({ from, to, details }: UserEvent) {
  const { t } = useTranslation()
  const { team, vendor, address, agent } = details
  const change = from === null && to === null ? [] : [[from, to].map((value) => valueWords(value, t)).join(' → ')]
  const place = [team, vendor].flatMap((value) => (typeof value === 'string' && value ? [valueWords(value, t)] : []))
  const by = [typeof agent === 'string' ? agentWords(agent) : null, typeof address === 'string' ? address : null]
  const words = [...change, ...place, ...by].filter(Boolean)
  return words.length === 0 ? null : <div className="user-about">{words.join(' · ')}</div>
}

/** A role or team in the reader's language; a name or an address as it is. */
function valueWords(value: string | null, t: TFunction): string {
  if (value === null) return '–'
  const team = teams.find((one) => one === value)
  if (roles.some((one) => one === value)) return t(wordOf(value))
  return team ? t(teamWord(team)) : value
}
