import { Button, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerTest } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { Callout } from '../../kit/Callout.tsx'
import { Field } from '../../people/Field.tsx'
import { type ServerDraft, typeAddress } from './server-draft.ts'
import type { useServerTest } from './use-server-test.ts'

interface ServerFieldsProps {
  draft: ServerDraft
  onChange: (draft: ServerDraft) => void
  testing: ReturnType<typeof useServerTest>
}

/** The server in the app, or a company's one by its address, with a way to ask whether it answers. */
export function ServerFields({ draft, onChange, testing }: ServerFieldsProps) {
  const { t } = useTranslation()
  const choose = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    testing.forget()
    onChange({ ...draft, kind: currentTarget.value === 'company' ? 'company' : 'embedded' })
  }
  return (
    <div className="server-fields">
      <RadioGroup name="server" selectedValue={draft.kind} onChange={choose} aria-label={t('Server')}>
        <Radio value="embedded">
          {t('The server in this app')}
          <span className="choice-words">{t('Everything stays on this computer. Nobody else works with it.')}</span>
        </Radio>
        <Radio value="company">
          {t('The company’s server')}
          <span className="choice-words">{t('Everybody works with the same orders, boxes and shipments.')}</span>
        </Radio>
      </RadioGroup>
      {draft.kind === 'company' ? <Address draft={draft} onChange={onChange} testing={testing} /> : null}
    </div>
  )
}

function Address({ draft, onChange, testing }: ServerFieldsProps) {
  const { t } = useTranslation()
  const button = useFocusKept(testing.isTesting)
  const test = async () => {
    if (draft.typed.trim() === '' || testing.isTesting) return
    const tested = await testing.run(draft)
    if (tested) onChange(tested)
  }
  const type = (typed: string) => {
    testing.forget()
    onChange(typeAddress(draft, typed))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter goes on where the address is tested already; until then it tests.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || draft.test) return
    event.preventDefault()
    void test()
  }
  return (
    <div className="server-address">
      <Field
        label={t('Address of the server')}
        hint={t('For example {{example}}', { example: 'https://selvedge.example.com' })}
      >
        {(ties) => (
          <div className="server-line">
            <InputGroup
              {...ties}
              type="url"
              name="server-address"
              autoComplete="off"
              spellCheck={false}
              maxLength={500}
              fill
              value={draft.typed}
              onChange={({ target }) => type(target.value)}
              onKeyDown={onKeyDown}
            />
            <Button
              ref={button}
              text={t('Test')}
              loading={testing.isTesting}
              disabled={draft.typed.trim() === ''}
              onClick={() => void test()}
            />
          </div>
        )}
      </Field>
      <div aria-live="polite">{draft.test ? <TestOutcome test={draft.test} /> : null}</div>
    </div>
  )
}

/** A button that is busy cannot hold the focus: it gets it back, unless the user went on. */
function useFocusKept(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(isBusy)
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])
  return button
}

function TestOutcome({ test }: { test: ServerTest }) {
  const { t } = useTranslation()
  const say = useSay()
  if (!test.answers) return <Callout tone="bad">{say.message(test.problem)}</Callout>
  const { url, version } = test
  return (
    <Callout tone="good">{t('A Selvedge server answers at {{url}}, version {{version}}.', { url, version })}</Callout>
  )
}
