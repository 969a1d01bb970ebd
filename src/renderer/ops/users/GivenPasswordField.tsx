import { Button, InputGroup } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { passwordProblem } from '../../../shared/domain/people.ts'
import { Field } from '../../people/Field.tsx'
import { generatePassword } from './generated-password.ts'

interface GivenPasswordFieldProps {
  value: string
  onChange: (value: string) => void
  person: { email: string; name: string }
  problem?: string | undefined
}

/** A password for somebody else: made here, or typed; in plain sight, since it has to be handed over. */
export function GivenPasswordField({ value, onChange, person, problem }: GivenPasswordFieldProps) {
  const { t } = useTranslation()
  const lacks = passwordProblem(value, person)
  return (
    <Field
      label={t('Temporary password')}
      problem={problem}
      hint={lacks ? t(lacks) : t('It must be changed at the first sign-in.')}
    >
      {(ties) => (
        <InputGroup
          {...ties}
          className="given-password"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          rightElement={
            <Button variant="minimal" text={t('Make another')} onClick={() => onChange(generatePassword())} />
          }
        />
      )}
    </Field>
  )
}
