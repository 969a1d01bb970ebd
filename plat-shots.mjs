import { chromium } from '@playwright/test'
const [folder,w,h,lang,theme,who='india-qc']=process.argv.slice(2)
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const ctx=await b.newContext({baseURL:'http://127.0.0.1:4711',viewport:{width:+w,height:+h}})
const page=await ctx.newPage()
page.on('response',r=>r.status()>=400&&console.log(r.status(),r.url()));page.on('pageerror',e=>console.log('ERR',e.message)); page.on('console',m=>m.type()==='error'&&console.log('console',m.text().slice(0,300)))
await page.addInitScript(([l,t])=>{localStorage.setItem('i18nextLng',l);localStorage.setItem('theme',t)},[lang,theme])
await page.goto('/login'); await page.fill('input[type=email]',who+'@demo.selvedge'); await page.fill('input[type=password]','selvedge-demo'); await page.click('button[type=submit]'); await page.waitForURL(u=>u.pathname!=='/login')
console.log('landed',page.url())
const shot=async(n)=>{await page.waitForTimeout(900); await page.screenshot({path:`${folder}/${n}-${w}-${lang}-${theme}.png`})}
const go=async(p)=>{await page.goto(p); await page.waitForLoadState('networkidle').catch(()=>{})}
await go('/supplier/qc-platform-india?tab=all'); await shot('list')
await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(2).click(); await page.locator('.drawer-body').waitFor(); await shot('drawer')
await go('/supplier/qc-platform-india?tab=in_part'); 
await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(2).click(); await page.locator('.drawer-body').waitFor()
await page.locator('.drawer [role=tab]').nth(1).click(); await shot('inspect')
await page.locator('.drawer [role=tab]').last().click(); await shot('history')
await go('/supplier/qc-platform-india?part=disagreements'); await shot('disagree')
await go('/supplier/qc-platform-india'); await shot('empty')
await b.close()
