import { Button, InputGroup } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { hasRight } from '../../shared/areas.ts'
import { useAction } from '../actions/useAction.ts'
import { type RowOf, useAnswer } from '../actions/useRows.ts'
import { api } from '../api/client.ts'
import { NoticeKinds } from '../app/notices/NoticeBell.tsx'
import { LanguageSwitch } from '../app/UserMenu.tsx'
import { useSentForm } from '../forms/useSentForm.ts'
import { wordOf } from '../i18n/code-words.ts'
import { key, useNamed } from '../i18n/formats.ts'
import { Facts } from '../kit/Drawer.tsx'
import { FieldTable } from '../kit/field-views.tsx'
import { Loaded } from '../kit/Loaded.tsx'
import { Page } from '../kit/Page.tsx'
import type { ShownField } from '../kit/shown-field.ts'
import { reloadUser, sessionAtom, type User } from '../session/session.ts'
import { ThemeSelect } from '../theme/theme.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { Field } from './Fields.tsx'
import { teamWord } from './person-words.tsx'
import { VendorContact } from './VendorContact.tsx'

/** Everybody's own page: who they are here, their password, where they are signed in, and how Selvedge looks to them. */
export function ProfileScreen() {
  const { t } = useTranslation()
  const session = useAtomValue(sessionAtom)
  if (session.state !== 'signed-in') return null
  const { user } = session
  return (
    <Page title={t('Profile')}>
      <div className="profile">
        <Account user={user} />
        {hasRight(user, 'vendorProfile') ? (
          <ProfileSection title={t('Company details')}>
            <VendorContact />
          </ProfileSection>
        ) : null}
        <ProfileSection title={t('Password')}>
          <ChangePasswordForm user={user} />
        </ProfileSection>
        <SessionList />
        <ProfileSection title={t('Notices')}>
          <NoticeKinds />
        </ProfileSection>
        <ProfileSection title={t('Language and theme')}>
          <div className="profile-looks">
            <LanguageSwitch />
            <ThemeSelect />
          </div>
        </ProfileSection>
      </div>
    </Page>
  )
}

function Account({ user }: { user: User }) {
  const { t } = useTranslation()
  const named = useNamed()
  return (
    <ProfileSection title={t('Account')}>
      <Facts
        facts={[
          [t('Email'), user.email],
          [t('Role'), t(wordOf(user.role))],
          [t('Team'), user.team ? t(teamWord(user.team)) : null],
          [t('Vendor'), user.vendor ? `${user.vendor.id} · ${named(user.vendor.name, user.vendor.name_zh)}` : null],
        ]}
      />
      <NameForm key={user.name} name={user.name} />
    </ProfileSection>
  )
}

function NameForm({ name }: { name: string }) {
  const { t } = useTranslation()
  const form = useSentForm(
    nameForm,
    { name },
    {
      draft: 'profile-name',
      send: (typed, options) => api.people.saveProfile(typed, options),
      done: () => t('Name saved.'),
      refresh: [],
      after: () => reloadUser(),
    },
  )
  const { value, onChange, problem } = form.field('name')
  return (
    <form className="person-form profile-name" onSubmit={form.send} noValidate>
      <Field label={t('Name')} problem={problem}>
        {(ties) => (
          <InputGroup
            {...ties}
            name="name"
            autoComplete="name"
            maxLength={120}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        text={t('Save name')}
        disabled={value.trim() === '' || value.trim() === name}
        loading={form.isSending}
      />
    </form>
  )
}

const nameForm = z.object({ name: z.string() })

/** A part of the profile, under a heading of its own. */
export function ProfileSection({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {tools ? <div className="section-tools">{tools}</div> : null}
      </div>
      {children}
    </section>
  )
}

const sessionFields: readonly ShownField<RowOf<'people.listSessions'>>[] = [
  {
    id: 'program',
    header: key('Program'),
    hint: (row) => row.user_agent,
    of: (row, { t }) => (
      <>
        {agentWords(row.user_agent) ?? t('Unknown')}
        {row.is_current ? <span className="person-tag">{t('This one')}</span> : null}
      </>
    ),
  },
  { id: 'address', header: key('Address'), kind: 'code', of: (row) => row.address || null },
  { id: 'signed_in_at', header: key('Signed in since'), kind: 'instant', of: (row) => row.signed_in_at },
  { id: 'expires_at', header: key('Until'), kind: 'instant', of: (row) => row.expires_at },
]

/** Where the user is signed in, and the way to end all of it but here. */
export function SessionList() {
  const { t } = useTranslation()
  const sessions = useAnswer('people.listSessions', {})
  const end = useAction((_: undefined, options) => api.people.endOtherSessions({}, options), {
    done: ({ data: { ended_sessions: n } }) =>
      n === 1 ? t('1 other session was signed out.') : t('{{n}} other sessions were signed out.', { n }),
    refresh: ['people.listSessions'],
  })
  const rows = sessions.data?.rows ?? []
  const tools = (
    <Button
      size="small"
      text={t('Sign out everywhere else')}
      disabled={rows.every((row) => row.is_current)}
      loading={end.isRunning}
      onClick={() => void end.run(undefined)}
    />
  )
  return (
    <ProfileSection title={t('Where you are signed in')} tools={tools}>
      <Loaded answer={sessions} rows={2}>
        {(data) => <FieldTable className="" fields={sessionFields} rows={data.rows} rowKey={(row) => row.id} />}
      </Loaded>
    </ProfileSection>
  )
}

/** Browsers by the word that tells them apart; the first that is there wins, since most call themselves several. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Electron\//, 'Selvedge'],
  [/Edg\//, 'Edge'],
  [/MicroMessenger\//, 'WeChat'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** "Chrome · Windows" for a user agent; its first words where neither is known, and null for none. */
export function agentWords(userAgent: string): string | null {
  const known = [browsers, systems].flatMap((table) => table.find(([sign]) => sign.test(userAgent))?.[1] ?? [])
  return known.length > 0 ? known.join(' · ') : userAgent.trim().slice(0, 40) || null
}
