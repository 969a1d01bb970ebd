import { Button } from '@blueprintjs/core'
import { ArrowDown, ArrowUp } from '@blueprintjs/icons'
import { useState } from 'react'
import { z } from 'zod'
import { contract } from '../../../shared/areas.ts'
import { UploadButton, useFile } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import type { Development } from './MeasureGrid.tsx'

const positionsShape = z.array(z.object({ point: z.string(), is_critical: z.boolean() }))

/** Which points are critical, and in which order a style is measured; critical ones come first whatever their place. */
export function Positions({ found }: { found: Development }) {
  const { t, name } = useLocale()
  const { get } = useFile()
  const { sample, points } = found
  const mayPut = useRight('developSamples')
  const stands = points.map(({ point, is_critical }) => ({ point, is_critical }))
  const typed = useTyped(`measure-positions.${sample.sample_id}`, positionsShape, stands, t('Points of measure'))
  // What was there when its reader began to change it.
  const [seen, look] = useState(JSON.stringify(stands))
  const isBehind = typed.isTyped && seen !== JSON.stringify(stands)
  const save = useAction(
    (positions: typeof typed.value, options) =>
      api.sampleDevelopment.captureMeasurementPositionsUi(
        { sample_id: sample.sample_id, version: sample.version, positions },
        options,
      ),
    { refresh: ['sampleDevelopment', 'samples'], looksAgain: true, what: t('Points of measure') },
  )
  const swap = (at: number, to: number) =>
    typed.change((now) => {
      const next = [...now]
      const [one, other] = [next[at], next[to]]
      if (one && other) [next[at], next[to]] = [other, one]
      return next
    })
  const namesOf = new Map(points.map(({ point, point_zh }) => [point, point_zh]))
  return (
    <Section
      title={t('Points of measure')}
      tools={
        mayPut ? (
          <UploadButton
            button={{ text: t('By sheet…'), size: 'small' }}
            title={t('Points of measure in order')}
            call="sampleDevelopment.captureMeasurementPositionsFile"
            input={{ sample_id: sample.sample_id }}
            accept={['.xlsx', '.csv']}
            template={{
              label: t('Points to put in order'),
              get: () =>
                get(contract.sampleDevelopment.downloadSampleMeasurementFile, {
                  of: 'positions',
                  sample_ids: [sample.sample_id],
                }),
            }}
          />
        ) : null
      }
    >
      {isBehind ? (
        <Callout tone="warn">
          {t('Somebody saved another order meanwhile: {{points}}. ● is a critical point.', {
            points: listed(stands.map(({ point, is_critical }) => (is_critical ? `● ${point}` : point))),
          })}
          <div className="costing-adds">
            <Button
              size="small"
              text={t('Take theirs')}
              onClick={() => {
                typed.reset()
                look(JSON.stringify(stands))
              }}
            />
            <Button size="small" text={t('Keep mine')} onClick={() => look(JSON.stringify(stands))} />
          </div>
        </Callout>
      ) : null}
      <table className="plain-table" aria-label={t('Points of measure in order')}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t('Point of measure')}</th>
            <th scope="col">{t('Critical point')}</th>
            <th scope="col">
              <span className="sr-only">{t('Place')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {typed.value.map(({ point, is_critical }, at) => (
            <tr key={point}>
              <td>{at + 1}</td>
              <td>{name(point, namesOf.get(point) ?? '')}</td>
              <td>
                <input
                  type="checkbox"
                  aria-label={`${t('Critical point')}: ${point}`}
                  checked={is_critical}
                  disabled={!mayPut}
                  onChange={({ target }) =>
                    typed.change((now) =>
                      now.map((one) => (one.point === point ? { ...one, is_critical: target.checked } : one)),
                    )
                  }
                />
              </td>
              <td>
                {mayPut ? (
                  <>
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<ArrowUp />}
                      aria-label={`${t('Up')}: ${point}`}
                      disabled={at === 0}
                      onClick={() => swap(at, at - 1)}
                    />
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<ArrowDown />}
                      aria-label={`${t('Down')}: ${point}`}
                      disabled={at === typed.value.length - 1}
                      onClick={() => swap(at, at + 1)}
                    />
                  </>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayPut ? (
        <Button
          intent="primary"
          text={t('Save points')}
          disabled={!typed.isTyped || isBehind}
          loading={save.isRunning}
          onClick={() => void save.run(typed.value).then((done) => done && typed.reset())}
        />
      ) : null}
    </Section>
  )
}
