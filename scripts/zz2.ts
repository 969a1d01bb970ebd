import { readFileSync, writeFileSync } from 'node:fs'
import { areas, sideMenu } from '../src/shared/areas.ts'
import { type AreaParts, wordsOf } from '../src/shared/kernel/area.ts'
import { allKeys } from './locale-keys.ts'
const found: Record<string,string[]> = JSON.parse(readFileSync('/tmp/facprod-keys.json','utf8'))
const folders = ['src/renderer/supply-management/','src/renderer/auth/','src/renderer/scan/','src/renderer/kit/','src/renderer/table/','src/renderer/forms/','src/renderer/theme/','src/renderer/actions/','src/renderer/api/','src/renderer/app/','src/renderer/print/PrintDialog','src/renderer/print/preview','src/renderer/print/usePrint','src/renderer/print/paper','src/renderer/print/jobs','src/renderer/print/labels','src/renderer/session/','src/renderer/photos/','src/renderer/pictures/','src/renderer/talk/','src/renderer/people/','src/renderer/home/','src/renderer/i18n/','src/renderer/settings/SettingsScreen','src/server/http/','src/server/sheets/','src/server/lists/','src/server/areas/people/','src/server/areas/frame','src/shared/areas/facilities/','src/shared/areas/people/','src/shared/kernel/']
const keys = new Set<string>()
for (const [k, fs] of Object.entries(found)) if (!/^\d+$/.test(k) && fs.some(f => folders.some(d => f.startsWith(d)))) keys.add(k)
console.log('code', keys.size)
const tables = await allKeys()
for (const [k, w] of tables) if (w.startsWith('src/shared/kernel/')) keys.add(k)
console.log('+kernel', keys.size)
for (const k of wordsOf(areas.facilities as AreaParts)) keys.add(k)
console.log('+facilities', keys.size)
const menu = sideMenu({ role: 'vendor', team: null, sites: ['PNOI'] } as never).flatMap((g: any) => [g.title ?? g.label ?? '', ...g.items.map((i: any) => i.title ?? i.label)])
console.log(menu)
for (const k of menu) if (k) keys.add(k)
for (const [n,p] of Object.entries<AreaParts>(areas as never)) console.log(n, wordsOf(p).length, wordsOf(p).filter(k=>keys.has(k)).length)
const zh = JSON.parse(readFileSync('resources/locales/zh/translation.json','utf8'))
writeFileSync('/tmp/facprod-need.json', JSON.stringify([...keys].sort().filter(k=>k in zh), null, 0).replaceAll('","','",\n"'))
console.log(keys.size, [...keys].filter(k=>!(k in zh)).length)
