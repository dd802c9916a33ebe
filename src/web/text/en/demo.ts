/** The sample shop at /demo. */
export const demo = {
  "demo.back": "Back to {product}",
  "demo.note": "A sample shop. The chat at the bottom right is a real {product} agent: ask it something.",
  "demo.since": "Coffee and kaya in {{town}}",
  "demo.lead": "Charcoal-grilled toast, kaya made with our own pandan, and slow-pulled coffee. Take a seat, and we will be right with you.",
  "demo.menu": "Menu",
  "demo.hours": "Opening hours",
  "demo.weekdays": "Weekdays {{weekdays}}",
  "demo.weekend": "Saturday, Sunday {{weekend}}",
  "demo.closed": "Closed on {{closed}}",
  "demo.delivery": "Delivery",
  "demo.deliveryFee": "{{fee}} within {{within}}, {{time}}",
  "demo.deliveryFree": "Free from {{freeFrom}}",
  "demo.find": "Find us",
} as const;
