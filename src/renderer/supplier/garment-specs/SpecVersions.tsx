import { Button } from '@blueprintjs/core'
import type { GarmentSpec } from '../../../shared/areas/garment-specs/calls.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { Instant } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { useSumWords } from './Differences.tsx'
import { kindWords } from './SpecProposals.tsx'

type Version = GarmentSpec['versions'][number]

/** Who brought in what and when; an older version can be put back. */
export function SpecVersions({ code, versions }: { code: string; versions: readonly Version[] }) {
  const { t } = useLocale()
  const sumWords = useSumWords()
  const mayPutBack = useRight('agreeGarmentSpecs')
  const putBack = useAskedAction<unknown, Version>(
    ({ of, number }, options) => {
      const last = versions.find((one) => one.of === of && one.is_last)?.number ?? 0
      return api.garmentSpecs.putBackGarmentSpec({ code, of, number, last }, options)
    },
    {
      what: t('Garment specs and grading'),
      refresh: ['garmentSpecs', 'production'],
      looksAgain: true,
      ask: ({ of, number, back }) => ({
        title: t('Put back version {{number}} of {{of}}?', { number, of: t(kindWords[of]) }),
        text: `${sumWords(back)}. ${t('What stands now stays in the list and can be put back as well.')}`,
        confirm: t('Put it back'),
      }),
    },
  )
  if (versions.length === 0) return null
  return (
    <Section title={t('Versions')} isOnPage>
      <table className="launch-table" aria-label={t('Versions')}>
        <thead>
          <tr>
            <th scope="col">{t('Version')}</th>
            <th scope="col">{t('What changed')}</th>
            <th scope="col">{t('By')}</th>
            <th scope="col">{t('When')}</th>
            <th scope="col" aria-label={t('Put it back')} />
          </tr>
        </thead>
        <tbody>
          {versions.map((one) => (
            <tr key={`${one.of} ${one.number}`}>
              <td>
                {t(kindWords[one.of])} {one.number}
              </td>
              <td>
                {sumWords(one)}
                <span className="specs-jump">
                  {one.put_back === null ? one.file_name : t('Version {{number}} put back', { number: one.put_back })}
                </span>
              </td>
              <td>
                {one.made_by ?? t('Before versions were written')}
                {one.asked_by ? (
                  <span className="specs-jump">{t('Wanted by {{name}}', { name: one.asked_by })}</span>
                ) : null}
              </td>
              <td className="is-day">{one.made_at ? <Instant at={one.made_at} /> : '–'}</td>
              <td>
                {one.is_last ? (
                  <span className="muted">{t('Stands now')}</span>
                ) : mayPutBack && one.back.adds + one.back.changes + one.back.removes > 0 ? (
                  <Button
                    size="small"
                    text={t('Put it back…')}
                    loading={putBack.isRunning}
                    onClick={() => putBack.ask(one)}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {putBack.dialog}
    </Section>
  )
}
