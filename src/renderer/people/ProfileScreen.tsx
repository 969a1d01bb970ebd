import { Button, InputGroup } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../actions/useAction.ts'
import { api } from '../api/client.ts'
import { LanguageSwitch } from '../app/LanguageSwitch.tsx'
import { NoticeKinds } from '../app/notices/NoticeKinds.tsx'
import { reloadUser, sessionAtom, type User } from '../app/session.ts'
import { wordOf } from '../i18n/code-words.ts'
import { useNamed } from '../i18n/named.ts'
import { Facts } from '../kit/Drawer.tsx'
import { Page } from '../kit/Page.tsx'
import { ThemeSelect } from '../theme/ThemeSelect.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { Field } from './Field.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { teamWord } from './person-words.ts'
import { SessionList } from './SessionList.tsx'
import { useFieldProblems } from './use-field-problems.ts'

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
  const [typed, setTyped] = useState(name)
  const problems = useFieldProblems()
  const save = useAction((next: string, options) => api.house.saveProfile({ name: next }, options), {
    done: () => t('Name saved.'),
    refresh: [],
    failed: (error) => problems.take(error, ['name']),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!save.isRunning && (await save.run(typed))) await reloadUser()
  }
  return (
    <form className="person-form profile-name" onSubmit={(event) => void submit(event)} noValidate>
      <Field label={t('Name')} problem={problems.of.name}>
        {(ties) => (
          <InputGroup
            {...ties}
            name="name"
            autoComplete="name"
            maxLength={120}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              problems.clear('name')
            }}
          />
        )}
      </Field>
      <Button
        type="submit"
        text={t('Save name')}
        disabled={typed.trim() === '' || typed.trim() === name}
        loading={save.isRunning}
      />
    </form>
  )
}
