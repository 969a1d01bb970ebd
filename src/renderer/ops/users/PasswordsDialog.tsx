import { useState } from 'react'
import { mostVendorAccounts } from '../../../shared/areas/people/calls.ts'
import { problemOf, useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api, newKey } from '../../api/client.ts'
import { listed } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'
import { generatePassword } from './generate-password.ts'
import { type HandedOver, HandingOver } from './HandingOver.tsx'
import type { UserRow } from './user-status.ts'

/** Temporary passwords for several people, handed over as one file. Who cannot be given one is named, and keeps the old one. */
export function PasswordsDialog({ users, ...turn }: DialogTurn & { users: readonly UserRow[] }) {
  const { t } = useLocale()
  const say = useSay()
  const [failed, setFailed] = useState<readonly { name: string; why: string }[]>([])
  const give = useAction(
    async (_: undefined) => {
      const given: HandedOver[] = []
      const left: { name: string; why: string }[] = []
      for (const { id: user_id, version, name, email, vendor } of users.slice(0, mostVendorAccounts)) {
        const password = generatePassword()
        try {
          await api.people.updateUser({ user_id, version, password }, { key: newKey() })
          given.push({ vendor_id: vendor?.id ?? null, name, email, password })
        } catch (failure) {
          left.push({ name, why: say.problem(problemOf(failure)) })
        }
      }
      setFailed(left)
      return given
    },
    { done: () => null, refresh: ['people'] },
  )
  const failures = failed.map(({ name, why }) => (
    <p key={name} role="alert">
      {name}: {why}
    </p>
  ))
  return (
    <HandingOver
      {...turn}
      title={t('Temporary passwords')}
      width={520}
      done={(given, { plural }) => (
        <>
          {plural(given.length, '1 person has a new password.', '{{n}} people have a new password.')}
          {failures}
        </>
      )}
    >
      {(onGiven, onClose) => (
        <Asked
          users={users}
          isRunning={give.isRunning}
          onRun={async () => {
            const given = await give.run(undefined)
            if (given && given.length > 0) onGiven(given)
          }}
          onClose={onClose}
        >
          {failures}
        </Asked>
      )}
    </HandingOver>
  )
}

interface AskedProps {
  users: readonly UserRow[]
  isRunning: boolean
  onRun: () => Promise<void>
  onClose: () => void
  children: React.ReactNode
}

function Asked({ users, isRunning, onRun, onClose, children }: AskedProps) {
  const { t, plural } = useLocale()
  const step = {
    text: plural(users.length, 'Set 1 password', 'Set {{n}} passwords'),
    run: onRun,
    isRunning,
  }
  return (
    <DialogParts onCancel={onClose} step={step}>
      <p>{listed(users.map(({ name, email }) => `${name} (${email})`))}</p>
      <p className="muted">{t('All their sessions end at once. The passwords in use are worthless afterwards.')}</p>
      {children}
    </DialogParts>
  )
}
