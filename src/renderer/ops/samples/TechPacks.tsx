import { Button } from '@blueprintjs/core'
import { type MakingField, makingWords } from '../../../shared/areas/sample-development/tech-pack.ts'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { api, fileCall, fileName } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { type Pack, TechPackList, usePackLanguage } from '../../garments/TechPackList.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'

interface TechPacksProps {
  sampleId: string
  catalogueId: string
  packs: readonly Pack[]
  /** Parts of how the style is made that nobody has said anything of. */
  unsaid: readonly MakingField[]
}

/** Writes the next tech pack, and sends the last one: what is sent is frozen. */
export function TechPacks({ sampleId, catalogueId, packs, unsaid }: TechPacksProps) {
  const { t, listed } = useLocale()
  const mayWrite = useRight('developSamples')
  const language = usePackLanguage()
  const { download, isDownloading } = useDownload()
  const refresh = useRefresh()
  const [last] = packs
  const lacks = t('Nothing is said of: {{parts}}. The tech pack goes without.', {
    parts: listed(unsaid.map((field) => t(makingWords[field]))),
  })
  const call = contract.sampleDevelopment.createTechPack
  const input = { material_id: sampleId, language }
  const write = () =>
    void download(fileCall(call, input), fileName(call, input), {
      done: t('Tech pack written'),
      forgetsComputer: true,
    }).then(() => refresh(['sampleDevelopment']))
  const send = useAskedAction(
    (_, options) =>
      api.sampleDevelopment.sendTechPack({ catalogue_id: catalogueId, number: last?.number ?? 0 }, options),
    {
      refresh: ['sampleDevelopment'],
      looksAgain: true,
      ask: () => ({
        title: t('Send tech pack {{n}} to the vendor?', { n: last?.number ?? 0 }),
        text: (
          <>
            <p>{t('From then on it is frozen: what changes makes the next version.')}</p>
            {unsaid.length === 0 ? null : <p className="field-problem">{lacks}</p>}
          </>
        ),
        confirm: t('Send'),
      }),
    },
  )
  return (
    <Section
      title={t('Tech packs')}
      tools={
        mayWrite ? (
          <>
            <Button size="small" text={t('Write the tech pack')} loading={isDownloading} onClick={write} />
            {last && last.sent_at === null ? (
              <Button
                size="small"
                intent="primary"
                text={t('Send to the vendor…')}
                loading={send.isRunning}
                onClick={() => send.ask()}
              />
            ) : null}
          </>
        ) : null
      }
    >
      {mayWrite && unsaid.length > 0 ? <p className="muted">{lacks}</p> : null}
      <TechPackList packs={packs} />
      {send.dialog}
    </Section>
  )
}
