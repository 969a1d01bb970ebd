import { InputGroup } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { sessionAtom } from '../../app/session.ts'
import { Field } from '../../people/Field.tsx'
import { RoleFields } from '../../people/RoleFields.tsx'
import { rolesToGive, type UserForm } from './user-form.ts'

interface UserFieldsProps {
  form: UserForm
  problems: Readonly<Record<string, string>>
  onChange: (form: UserForm) => void
  /** Of one's own account the role stays. */
  isOwn?: boolean
  autoFocus?: boolean
}

/** Name, e-mail, and what the account is for. */
export function UserFields({ form, problems, onChange, isOwn = false, autoFocus = false }: UserFieldsProps) {
  const { t } = useTranslation()
  const session = useAtomValue(sessionAtom)
  const caller = session.state === 'signed-in' ? session.user : null
  const offered = caller === null ? [] : isOwn ? [caller.role] : rolesToGive(caller)
  return (
    <>
      <Field label={t('Name')} problem={problems.name}>
        {(ties) => (
          <InputGroup
            {...ties}
            name="person-name"
            autoComplete="off"
            maxLength={120}
            autoFocus={autoFocus}
            value={form.name}
            onChange={({ target }) => onChange({ ...form, name: target.value })}
          />
        )}
      </Field>
      <Field label={t('Email')} problem={problems.email}>
        {(ties) => (
          <InputGroup
            {...ties}
            type="email"
            name="person-email"
            autoComplete="off"
            maxLength={254}
            value={form.email}
            onChange={({ target }) => onChange({ ...form, email: target.value })}
          />
        )}
      </Field>
      <RoleFields
        value={form}
        offered={offered}
        problems={problems}
        onChange={(choice) => onChange({ ...form, ...choice })}
      />
    </>
  )
}
