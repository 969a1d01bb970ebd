import { Button } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayManage } from '../../../shared/areas/people/rules.ts'
import { hasRight, rights } from '../../../shared/areas.ts'
import { roles, teams } from '../../../shared/kernel/roles.ts'
import { isRight } from '../../../shared/right-bounds.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { wordOf } from '../../i18n/code-words.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout, Instant } from '../../kit/states.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { agentWords } from '../../people/ProfileScreen.tsx'
import { teamWord } from '../../people/person-words.tsx'
import { useSeeAs } from '../../people/see-as.tsx'
import { sessionAtom } from '../../session/session.ts'
import { useLocale } from '../../table/words.ts'
import { EditUser } from './EditUser.tsx'
import { FailedSignInList, type FailedSignIns } from './FailedSignIns.tsx'
import { RightNames } from './FurtherRightsField.tsx'
import { type Handing, HandOverDialog, type Held, offWords } from './HandOverDialog.tsx'
import { TemporaryPasswordDialog } from './passwords.tsx'
import { isLocked, type UserRow, userStatus } from './user-status.ts'

interface UserDrawerProps {
  userId: string
  onClose: () => void
}

/** One account: what it is, what can be done with it, and what happened to it. */
export function UserDrawer({ userId, onClose }: UserDrawerProps) {
  const { t } = useLocale()
  const answer = useAnswer('people.getUserDetails', { user_id: userId })
  const { data } = answer
  if (data?.account) {
    const { account, history = [], failed_sign_ins = [], held = [] } = data
    return <Account user={account} held={held} history={history} failures={failed_sign_ins} onClose={onClose} />
  }
  return (
    <Drawer isOpen onClose={onClose} title={t('User')}>
      <Loaded answer={answer} rows={8} missing={t('This user is not there')}>
        {() => null}
      </Loaded>
    </Drawer>
  )
}

interface AccountProps {
  user: UserRow
  held: readonly Held[]
  history: NonNullable<CallData<'people.getUserDetails'>['history']>
  failures: readonly FailedSignIns[]
  onClose: () => void
}

function Account({ user, held, history, failures, onClose }: AccountProps) {
  const { t } = useLocale()
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
      actions={may && !isEditing ? <AccountActions user={user} held={held} hasFailed={failures.length > 0} /> : null}
    >
      {may ? null : (
        <Section>
          <Callout>{t('Only a super administrator changes super administrators.')}</Callout>
        </Section>
      )}
      {isEditing ? (
        <EditUser user={user} held={held} onDone={() => setEditing(false)} />
      ) : (
        <Section
          title={t('Account')}
          tools={may ? <Button size="small" text={t('Edit')} onClick={() => setEditing(true)} /> : null}
        >
          <FactList fields={accountFields} row={user} />
        </Section>
      )}
      {failures.length === 0 ? null : (
        <Section title={t('Failed sign-ins')}>
          <FailedSignInList failures={failures} />
        </Section>
      )}
      <Section title={t('History')}>
        <UserTimeline history={history} />
      </Section>
    </Drawer>
  )
}

const accountFields: readonly ShownField<UserRow>[] = [
  { id: 'email', header: key('Email'), of: (user) => user.email },
  { id: 'role', header: key('Role'), of: (user, { t }) => t(wordOf(user.role)) },
  { id: 'team', header: key('Team'), of: (user, { t }) => (user.team ? t(teamWord(user.team)) : null) },
  {
    id: 'vendor',
    header: key('Vendor'),
    of: ({ vendor }, { name }) => (vendor ? `${vendor.id} · ${name(vendor.name, vendor.name_zh)}` : null),
  },
  { id: 'sites', header: key('Sites'), of: ({ sites }) => (sites.length === 0 ? null : <SiteNames codes={sites} />) },
  {
    id: 'further_rights',
    header: key('Further rights'),
    of: ({ further_rights: names }) => (names.length === 0 ? null : <RightNames names={names} />),
  },
  { id: 'last_sign_in', header: key('Last sign-in'), of: (user) => <Instant at={user.last_sign_in_at} /> },
  { id: 'created', header: key('Created'), kind: 'instant', of: (user) => user.created_at },
  {
    id: 'locked',
    header: key('Held back until'),
    kind: 'instant',
    of: (user) => (isLocked(user) ? user.locked_until : null),
  },
  {
    id: 'password',
    header: key('Password'),
    of: (user, { t }) => (user.must_change_password ? t('To be changed at the next sign-in') : null),
  },
]

interface AccountActionsProps {
  user: UserRow
  held: readonly Held[]
  hasFailed: boolean
}

function AccountActions({ user, held, hasFailed }: AccountActionsProps) {
  const { t } = useLocale()
  const session = useAtomValue(sessionAtom)
  const seeAs = useSeeAs()
  const access = useAccess(user, held)
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
      {hasFailed || isLocked(user) ? (
        <Button
          intent={isLocked(user) ? 'primary' : 'none'}
          text={t('Clear failed sign-ins')}
          loading={access.isRunning}
          onClick={access.unlock}
        />
      ) : null}
      {isOwn ? null : user.is_active ? (
        <>
          <Button text={t('Temporary password…')} onClick={access.openPassword} />
          <Button text={t('Switch off…')} loading={access.isRunning} onClick={access.switchOff} />
        </>
      ) : (
        <Button intent="primary" text={t('Switch on')} loading={access.isRunning} onClick={access.switchOn} />
      )}
      {access.dialogs}
      {seeAs.dialog}
    </>
  )
}

type UserEvent = NonNullable<CallData<'people.getUserDetails'>['history']>[number]

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
  if (value.split(' ').every(isRight))
    return value
      .split(' ')
      .map((name) => (isRight(name) ? t(rights[name].label) : name))
      .join(' · ')
  return team ? t(teamWord(team)) : value
}

type Change = { is_active: boolean; handing?: Handing[] } | { unlock: true }

/** Who lets an account in, and who keeps it out; switching it off is asked about first, since its sessions end. */
function useAccess(user: UserRow, held: readonly Held[]) {
  const { t } = useTranslation()
  const password = useDialog(TemporaryPasswordDialog, { user })
  const handOver = useDialog(HandOverDialog)
  const { id: user_id, version, name } = user
  const isOff = (change: Change) => 'is_active' in change && !change.is_active
  const change = useAskedAction(
    ({ reason: _, ...input }, options) => api.people.updateUser({ user_id, version, ...input }, options),
    {
      ask: (input: Change) =>
        isOff(input) && !('handing' in input)
          ? {
              title: t('Switch off {{name}}?', { name }),
              text: t(offWords),
              confirm: t('Switch off'),
              isDangerous: true,
            }
          : null,
      done: (_, input) =>
        isOff(input)
          ? t('{{name}} was switched off and signed out.', { name })
          : 'unlock' in input
            ? t('{{name}} can sign in again.', { name })
            : t('{{name}} was switched on.', { name }),
      refresh: ['people'],
    },
  )
  return {
    unlock: () => change.ask({ unlock: true }),
    switchOn: () => change.ask({ is_active: true }),
    switchOff: () => {
      if (held.length === 0) return change.ask({ is_active: false })
      handOver.open({
        ...{ name, left: held, confirm: t('Switch off'), isOff: true },
        onChosen: (handing) => change.ask({ is_active: false, handing }),
      })
    },
    openPassword: () => password.open(),
    isRunning: change.isRunning,
    dialogs: (
      <>
        {change.dialog}
        {password.dialog}
        {handOver.dialog}
      </>
    ),
  }
}

/** Sites as people know them, with their codes. */
function SiteNames({ codes }: { codes: readonly string[] }) {
  const { name } = useLocale()
  const { data } = useAnswer('people.siteChoices', {})
  const known = new Map(data?.sites.map((one) => [one.site, name(one.name, one.name_zh)]))
  return codes.map((code) => (known.has(code) ? `${known.get(code)} (${code})` : code)).join(' · ')
}
