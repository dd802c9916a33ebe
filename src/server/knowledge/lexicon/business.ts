/** Words for the business itself, in both languages: every passage is about it, so they say nothing about what a question asks for. */
export const BUSINESS: ReadonlySet<string> = new Set(
  (
    "shop store outlet showroom premise premises place business company office boutique cafe café restaurant bakery stall clinic salon spa " +
    "gym studio workshop garage centre center farm gallery academy school kindergarten nursery hotel homestay resort " +
    "kedai premis tempat perniagaan syarikat pejabat ofis butik kafe restoran gerai warung klinik bengkel pusat ladang galeri akademi sekolah tadika"
  ).split(" "),
);
