/** Classes, examinations, documents. See ../concepts.ts for the format. */
export const LEARNING = `
[learning thing]
class classes lesson lessons course courses workshop session_class tuition learn study programme teach | kelas kursus bengkel_latihan tuisyen pelajaran belajar program mengaji ajar mengajar
student students pupil learner uni_student university_student | pelajar murid penuntut mahasiswa siswa
exam examination test_paper grade_exam | peperiksaan ujian > spm upsr pt3 igcse muet stpm
form_one form_1 tingkatan_1 | tingkatan_satu
standard primary_school primary | darjah sekolah_rendah tahun_sekolah
secondary_school secondary high_school | sekolah_menengah tingkatan
kindergarten preschool nursery daycare childcare playschool taska | tadika taska prasekolah pusat_asuhan pengasuh
english_subject | bahasa_inggeris
mathematics maths math add_maths | matematik
science | sains > physics=fizik chemistry=kimia biology=biologi
homework assignment worksheet | kerja_rumah latihan_tulis
book books textbook notes module | buku nota modul buku_teks
uniform school_uniform | uniform baju_sekolah seragam
certificate cert certification diploma | sijil persijilan diploma
document documents ic mykad passport photocopy_ic paperwork birth_certificate identity id_card | dokumen ic kad_pengenalan mykad pasport salinan surat_beranak sijil_lahir
visa | visa
photo_document passport_photo passport_size | gambar_pasport
music instrument | muzik alat_muzik > piano guitar=gitar drum=dram=drums violin=biola vocal=vokal=singing=nyanyian ukulele keyboard_music
recital concert performance performers | konsert persembahan
online_class zoom virtual online remote google_meet webinar | dalam_talian online kelas_online secara_maya zoom
one_on_one_class | kelas_persendirian
group_lesson small_group class_size students_per_class | kelas_berkumpulan
replacement_class make_up_class replace_class absent absence miss_class attend attendance come_late | kelas_ganti ganti_kelas tidak_hadir ponteng hadir kehadiran
syllabus curriculum topic subject subjects level | silibus kurikulum subjek mata_pelajaran tahap peringkat
semester term intake_term yearly_term | penggal semester
quran arabic jawi tajwid iqra | quran arab jawi tajwid iqra mengaji_quran
report progress progress_report performance_report result results | laporan perkembangan keputusan kemajuan
scholarship ptptn hrdf hrd_corp claimable | biasiswa ptptn hrdf
swimming_class | kelas_renang
art_class drawing_class | kelas_melukis melukis
meal_provided snack_provided food_provided | makan_disediakan
nap sleep sleeping_time | tidur
diaper milk_bottle potty | lampin pampers
`;
