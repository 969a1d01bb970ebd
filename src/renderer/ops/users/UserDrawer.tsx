import { Button } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mayManage } from '../../../shared/domain/people.ts'
import { hasRight } from '../../../shared/domain/rights.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { sessionAtom } from '../../app/session.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { Callout } from '../../kit/Callout.tsx'
import { Drawer, Facts, Section } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { Instant } from '../../kit/values.tsx'
import { teamWord } from '../../people/person-words.ts'
import { useSeeAs } from '../../people/use-see-as.tsx'
import { useWords } from '../../table/words.ts'
import { EditUser } from './EditUser.tsx'
import { UserTimeline } from './UserTimeline.tsx'
import { useAccess } from './use-access.tsx'
import type { UserRow } from './user-row.ts'
import { isLocked, userStatus } from './user-status.ts'

interface UserDrawerProps {
  userId: string
  onClose: () => void
}

/** One account: what it is, what can be done with it, and what happened to it. */
export function UserDrawer({ userId, onClose }: UserDrawerProps) {
  const { t } = useWords()
  const say = useSay()
  const answer = useAnswer('users.getUserDetails', { user_id: userId })
  const { data } = answer
  if (data?.account) return <Account user={data.account} history={data.history ?? []} onClose={onClose} />
  return (
    <Drawer isOpen onClose={onClose} title={t('User')}>
      {answer.isError && answer.error?.status === 404 ? (
        <EmptyState title={t('This user is not there')} />
      ) : answer.isError ? (
        <FailedState text={say.problem(answer.error)} onRetry={() => void answer.reload()} />
      ) : (
        <LoadingRows rows={8} />
      )}
    </Drawer>
  )
}

interface AccountProps {
  user: UserRow
  history: NonNullable<CallData<'users.getUserDetails'>['history']>
  onClose: () => void
}

function Account({ user, history, onClose }: AccountProps) {
  const { t } = useWords()
  const session = useAtomValue(sessionAtom)
  const [isEditing, setEditing] = useState(false)
  const may = session.state === 'signed-in' && mayManage(session.user, user)
  const { word, tone } = userStatus(user)
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={user.name}
      beside={<StatusTag status={word} tone={tone} />}
      actions={may && !isEditing ? <AccountActions user={user} /> : null}
    >
      {may ? null : (
        <Section>
          <Callout>{t('Only a super administrator changes super administrators.')}</Callout>
        </Section>
      )}
      {isEditing ? (
        <EditUser user={user} onDone={() => setEditing(false)} />
      ) : (
        <Section
          title={t('Account')}
          tools={may ? <Button size="small" text={t('Edit')} onClick={() => setEditing(true)} /> : null}
        >
          <AccountFacts user={user} />
        </Section>
      )}
      <Section title={t('History')}>
        <UserTimeline history={history} />
      </Section>
    </Drawer>
  )
}

function AccountFacts({ user }: { user: UserRow }) {
  const { t, name } = useWords()
  const { vendor } = user
  return (
    <Facts
      facts={[
        [t('Email'), user.email],
        [t('Role'), t(wordOf(user.role))],
        [t('Team'), user.team ? t(teamWord(user.team)) : null],
        [t('Vendor'), vendor ? `${vendor.id} · ${name(vendor.name, vendor.name_zh)}` : null],
        [t('Last sign-in'), <Instant key="at" at={user.last_sign_in_at} />],
        [t('Created'), <Instant key="at" at={user.created_at} />],
        [t('Locked until'), isLocked(user) ? <Instant key="at" at={user.locked_until} /> : null],
        [t('Password'), user.must_change_password ? t('To be changed at the next sign-in') : null],
      ]}
    />
  )
}

function AccountActions({ user }: { user: UserRow }) {
  const { t } = useWords()
  const session = useAtomValue(sessionAtom)
  const seeAs = useSeeAs()
  const access = useAccess(user)
  const caller = session.state === 'signed-in' ? session.user : null
  const { role, team, vendor } = user
  // One's own password is changed in the profile, and nobody locks themselves out.
  const isOwn = caller?.id === user.id
  return (
    <>
      {caller && role !== 'super_admin' && hasRight(caller, 'seeAsRole') ? (
        <Button
          className="user-see-as"
          variant="minimal"
          text={t('See as this role…')}
          onClick={() => seeAs.open({ role, team, vendor_id: vendor?.id ?? '' })}
        />
      ) : null}
      {isLocked(user) ? (
        <Button intent="primary" text={t('Unlock')} loading={access.isRunning} onClick={() => void access.unlock()} />
      ) : null}
      {isOwn ? null : user.is_active ? (
        <>
          <Button text={t('Temporary password…')} onClick={access.openPassword} />
          <Button text={t('Switch off…')} loading={access.isRunning} onClick={() => void access.switchOff()} />
        </>
      ) : (
        <Button
          intent="primary"
          text={t('Switch on')}
          loading={access.isRunning}
          onClick={() => void access.switchOn()}
        />
      )}
      {access.dialogs}
      {seeAs.dialog}
    </>
  )
}
