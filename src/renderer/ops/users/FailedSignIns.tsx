import { useTranslation } from 'react-i18next'
import type { CallData } from '../../actions/calls.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { agentWords } from '../../people/ProfileScreen.tsx'

export type FailedSignIns = NonNullable<CallData<'people.getUserDetails'>['failed_sign_ins']>[number]

const places: Record<FailedSignIns['from'], string> = {
  address: key('Address'),
  device: key('Known device'),
  session: key('Signed in, changing the password'),
  strangers: key('All addresses together'),
}

const fields: readonly ShownField<FailedSignIns>[] = [
  {
    id: 'from',
    header: key('Where from'),
    of: ({ from, address, agent }, { t }) =>
      [t(places[from]), agent ? agentWords(agent) : null, address].filter(Boolean).join(' · '),
  },
  { id: 'failures', header: key('Wrong passwords'), kind: 'count', of: ({ failures }) => failures },
  { id: 'last', header: key('Last'), kind: 'instant', of: ({ last_at }) => last_at },
  { id: 'held', header: key('Held back until'), kind: 'instant', of: ({ held_until }) => held_until },
]

/** From where an account's password was tried in vain, and who is not heard for now. */
export function FailedSignInList({ failures }: { failures: readonly FailedSignIns[] }) {
  const { t } = useTranslation()
  const rowKey = ({ from, address, agent }: FailedSignIns) => `${from} ${address} ${agent}`
  return <FieldTable label={t('Failed sign-ins')} fields={fields} rows={[...failures]} rowKey={rowKey} />
}
