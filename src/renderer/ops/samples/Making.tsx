import { useState } from 'react'
import { z } from 'zod'
import {
  type MakingField,
  MOST_MAKING,
  makingFields,
  makingWords,
} from '../../../shared/areas/sample-development/tech-pack.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { Section } from '../../kit/Drawer.tsx'
import { StepButton } from '../../kit/StepButton.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import type { Development } from './MeasureGrid.tsx'

const makingForm = z.object({
  base_size: z.string(),
  fabric: z.string(),
  construction: z.string(),
  labels: z.string(),
  packing: z.string(),
  care: z.string(),
})

/** How a style is made, for its tech pack, and the size that the others are graded from. */
export function Making({ found }: { found: Development }) {
  const { t } = useLocale()
  const { sample, making, base_size, sizes } = found
  const maySay = useRight('developSamples')
  const form = useSentForm(
    makingForm,
    { base_size: base_size ?? '', ...making },
    {
      draft: `making.${sample.sample_id}`,
      what: t('How it is made'),
      send: ({ base_size: base, ...said }, options) =>
        api.sampleDevelopment.captureSampleDetails(
          { sample_id: sample.sample_id, version: sample.version, base_size: base === '' ? null : base, making: said },
          options,
        ),
      refresh: ['sampleDevelopment', 'samples'],
      looksAgain: true,
    },
  )
  // What stood there when its reader began: what others saved since is told beside what is typed over it.
  const [seen] = useState(making)
  const theirs = (field: MakingField) =>
    making[field] !== seen[field] && form.values[field] !== making[field]
      ? t('Meanwhile somebody saved: {{text}}', { text: making[field] || '–' })
      : null
  if (!maySay)
    return (
      <Section title={t('How it is made')}>
        {makingFields.map((field) => (
          <p key={field}>
            <b>{t(makingWords[field])}</b> {making[field] || '–'}
          </p>
        ))}
      </Section>
    )
  return (
    <form noValidate onSubmit={form.send}>
      <Section title={t('How it is made')}>
        <ChoiceField
          {...form.field('base_size')}
          label={t('Base size')}
          choices={[['', t('Not chosen')] as const, ...sizes.map((size) => [size, size] as const)]}
        />
        {makingFields.map((field) => (
          <RemarkField
            key={field}
            {...form.field(field)}
            label={t(makingWords[field])}
            hint={theirs(field)}
            maxLength={MOST_MAKING}
          />
        ))}
        <StepButton
          type="submit"
          intent="primary"
          text={t('Save')}
          disabled={!form.isTyped}
          isRunning={form.isSending}
        />
      </Section>
    </form>
  )
}
