// The look. Constructed style sheets are no inline style, so that a page's Content-Security-Policy
// needs no exception. A page sets --interlude-accent, -background, -text, -line and -radius.

const CSS = `
:host{all:initial;display:block;box-sizing:border-box;max-width:100%;font-family:inherit;
font-size:16px;line-height:1.45;text-align:start;outline:none;
--paper:var(--interlude-background,#fff);--ink:var(--interlude-text,#1b1c22);--dim:#5b5d6b;
--line:var(--interlude-line,#dcdde5);--soft:#f2f3f8;--accent:var(--interlude-accent,#3346d3);
--on-accent:#fff;--radius:var(--interlude-radius,14px);color-scheme:light}
@media (prefers-color-scheme:dark){:host(:not([data-theme=light])){--paper:var(--interlude-background,#1b1d26);
--ink:var(--interlude-text,#eceef6);--dim:#a7abbd;--line:var(--interlude-line,#393d4d);--soft:#282b38;
--accent:var(--interlude-accent,#a9b6ff);--on-accent:#14162a;color-scheme:dark}}
:host([data-theme=dark]){--paper:var(--interlude-background,#1b1d26);--ink:var(--interlude-text,#eceef6);
--dim:#a7abbd;--line:var(--interlude-line,#393d4d);--soft:#282b38;--accent:var(--interlude-accent,#a9b6ff);
--on-accent:#14162a;color-scheme:dark}
*,*::before{box-sizing:border-box}
.box{container-type:inline-size;background:var(--paper);color:var(--ink);border:1px solid var(--line);
border-radius:var(--radius);overflow:hidden;overflow-wrap:anywhere}
.box:focus{outline:none}
p{margin:0}
button,a,input{font:inherit}
button,a{cursor:pointer;-webkit-tap-highlight-color:transparent}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.disclosure{color:var(--dim);font-size:13px;line-height:1.35}
.card{display:grid;grid-template-columns:minmax(0,1fr);gap:14px;padding:16px}
.photo{display:block;width:100%;aspect-ratio:16/9;object-fit:cover;border-radius:calc(var(--radius)*.6);background:var(--soft)}
.words{display:grid;gap:6px;align-content:start;min-width:0}
.title{font-size:19px;line-height:1.25;font-weight:650;text-wrap:balance}
.subtitle{color:var(--dim)}
.actions{display:flex;flex-wrap:wrap;gap:8px;margin-top:6px}
.action,.choice,.send{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:8px 18px;
border:1px solid var(--accent);border-radius:999px;background:var(--paper);color:var(--accent);
font-weight:600;text-decoration:none;text-align:center;transition:background .15s,color .15s}
.actions .action:first-child,.end .action,.send{background:var(--accent);color:var(--on-accent)}
.action:hover,.choice:hover{text-decoration:underline;text-underline-offset:3px}
@container (min-width:460px){.card.pictured{grid-template-columns:minmax(150px,36%) 1fr;gap:18px}
.card .photo{aspect-ratio:auto;height:100%;min-height:150px;max-height:240px}}
.teaser{display:flex;align-items:center;gap:12px;width:100%;padding:14px 16px;border:0;background:none;
color:inherit;text-align:start}
.teaser:focus-visible{outline-offset:-3px;border-radius:var(--radius)}
.teaser .words{flex:1;gap:2px}
.invitation{font-weight:600}
.logo{flex:none;width:36px;height:36px;object-fit:cover;border-radius:8px;background:#fff}
.chevron{flex:none;width:9px;height:9px;margin-inline:4px;border:solid var(--accent);border-width:0 2px 2px 0;transform:rotate(45deg) translate(-2px,-2px)}
.head{display:flex;align-items:center;gap:12px;padding:10px 8px 10px 16px;border-bottom:1px solid var(--line)}
[dir=rtl] .head{padding:10px 16px 10px 8px}
.head .words{flex:1;gap:0}
.name{font-weight:650;line-height:1.3}
.close{flex:none;width:44px;height:44px;padding:0;border:0;border-radius:50%;background:none;color:var(--dim);position:relative}
.close:hover{background:var(--soft);color:var(--ink)}
.close::before,.close::after{content:"";position:absolute;top:21px;left:14px;width:16px;height:2px;background:currentColor;transform:rotate(45deg)}
.close::after{transform:rotate(-45deg)}
.log{display:flex;flex-direction:column;gap:8px;max-height:min(60vh,30rem);overflow-y:auto;overscroll-behavior:contain;
padding:16px 16px 4px;scrollbar-width:thin}
.log:focus-visible{outline-offset:-3px}
.said,.mine{max-width:min(88%,34rem);padding:9px 14px;border-radius:var(--radius);white-space:pre-line}
.said{align-self:flex-start;background:var(--soft);border-end-start-radius:4px}
.mine{align-self:flex-end;background:var(--accent);color:var(--on-accent);border-end-end-radius:4px}
.said:has(.photo){max-width:min(88%,24rem)}
.said .photo{width:100%;margin:2px 0 8px}
.next{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;padding:12px 16px 16px}
.choices,.end{display:flex;flex-wrap:wrap;gap:8px}
.choices:focus{outline:none}
.reply{display:flex;gap:8px}
.field{flex:1;min-width:0;min-height:44px;padding:8px 16px;border:1px solid var(--dim);border-radius:999px;background:var(--paper);color:var(--ink)}
.field::placeholder{color:var(--dim);opacity:1}
.field:focus-visible{outline-offset:0}
.send{flex:none;width:44px;padding:0}
.send::before{content:"";width:9px;height:9px;border:solid;border-width:2px 2px 0 0;transform:rotate(45deg) translate(-1px,1px)}
[dir=rtl] .send::before{transform:rotate(-135deg) translate(-1px,1px)}
[hidden]{display:none}
.about{color:var(--dim);font-size:13px;line-height:1.35}
summary{width:fit-content;margin-inline-start:auto;padding:6px 10px;border-radius:8px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";display:inline-block;width:5px;height:5px;margin-inline-start:7px;border:solid;border-width:0 1.5px 1.5px 0;transform:rotate(45deg) translate(-2px,-2px)}
summary:hover{text-decoration:underline;text-underline-offset:3px}
.acts{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px;padding:6px 0}
.act{min-height:36px;padding:7px 14px;border:1px solid var(--line);border-radius:999px;background:var(--paper);color:var(--ink);text-decoration:none}
.act:hover{border-color:var(--accent);color:var(--accent)}
.act:disabled{opacity:.6}
.told{padding-inline:10px;text-align:end}
.told:focus{outline:none}
:host([data-interlude=closed]) .below,:host([data-interlude=hidden]) .acts,:host([data-interlude=hidden]) summary{display:none}
@media (prefers-reduced-motion:no-preference){.said,.mine{animation:in .18s ease-out}
@keyframes in{from{opacity:0;transform:translateY(4px)}}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.said,.mine{border:1px solid CanvasText}.chevron{border-color:ButtonText}
.close::before,.close::after{background:ButtonText}.send::before{border-color:ButtonText}}
@media print{.next,.close,.below{display:none}}
`;

let sheet;

/** Puts the style into a shadow root; `nonce` is for browsers without constructed style sheets. */
export function dress(root, nonce) {
  if ("adoptedStyleSheets" in Document.prototype) {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(CSS);
    }
    root.adoptedStyleSheets = [sheet];
  } else {
    const style = document.createElement("style");
    style.nonce = nonce || "";
    style.textContent = CSS;
    root.append(style);
  }
}
