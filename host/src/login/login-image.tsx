import { amber, ink } from '@console/shared-ui/core';

/** Illustration for the sign-in page: a shelf with annotated objects. */
export function LoginImage() {
  return (
    <svg viewBox="0 0 560 320" aria-hidden style={{ width: '100%', maxWidth: 640 }} fill="none">
      <g fill={ink.raised}>
        <rect x="0" y="252" width="560" height="10" rx="3" />
        <rect x="60" y="120" width="78" height="132" rx="10" />
        <rect x="80" y="88" width="38" height="36" rx="6" />
        <path d="M214 168h96l-12 84h-72z" />
        <path d="M310 184c34-8 44 44-4 48" stroke={ink.raised} strokeWidth="12" />
        <circle cx="438" cy="192" r="60" />
        <path d="M438 132c4-22 18-34 36-36-2 20-14 34-36 36z" />
      </g>
      <g stroke={amber} strokeWidth="2.5">
        <rect x="50" y="78" width="98" height="182" rx="2" />
        {[
          [50, 78],
          [148, 78],
          [50, 260],
          [148, 260],
        ].map(([x, y]) => (
          <rect key={`${x}-${y}`} x={(x ?? 0) - 4} y={(y ?? 0) - 4} width="8" height="8" fill={amber} />
        ))}
      </g>
      <rect x="204" y="158" width="146" height="104" rx="2" stroke="#5eacbe" strokeWidth="2.5" strokeDasharray="6 5" />
      <g stroke="#92cad8" strokeWidth="2.5" fill="#92cad81f">
        <path
          d="M438 126 472 92 478 98 462 128 494 160 502 200 478 244 438 256 398 244 374 200 382 160 408 136z"
          strokeLinejoin="round"
        />
      </g>
      <g fill={ink.background} fontSize="13" fontFamily="inherit" fontWeight="600">
        <rect x="50" y="54" width="58" height="22" rx="3" fill={amber} />
        <text x="59" y="70">
          bottle
        </text>
        <rect x="204" y="134" width="42" height="22" rx="3" fill="#5eacbe" />
        <text x="212" y="150">
          mug
        </text>
        <rect x="374" y="66" width="52" height="22" rx="3" fill="#92cad8" />
        <text x="382" y="82">
          apple
        </text>
      </g>
    </svg>
  );
}
