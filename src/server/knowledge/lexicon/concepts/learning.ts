/** Classes, examinations, documents. See ../concepts.ts for the format. */
export const LEARNING = `
[learning thing]
class classes lesson lessons course courses workshop session_class tuition learn study programme teach lessons_for learning_session training_class teaching | kelas kursus bengkel_latihan tuisyen pelajaran belajar program mengaji ajar mengajar kelas-kelas sesi_kelas nak_belajar kelas_untuk mengajarkan
student students pupil learner uni_student university_student | pelajar murid penuntut mahasiswa siswa
exam examination test_paper grade_exam | peperiksaan ujian > spm upsr pt3 igcse muet stpm
form_one form_1 tingkatan_1 | tingkatan_satu
standard primary_school primary | darjah sekolah_rendah tahun_sekolah
secondary_school secondary high_school | sekolah_menengah tingkatan
kindergarten preschool nursery daycare childcare playschool taska child_care nurseries day_care babysit babysitter babysitting | tadika taska prasekolah pusat_asuhan pengasuh jaga_budak jagaan_anak pusat_jagaan
english_subject | bahasa_inggeris
mathematics maths math add_maths | matematik
science | sains > physics=fizik chemistry=kimia biology=biologi
homework assignment worksheet | kerja_rumah latihan_tulis
book books textbook notes module | buku nota modul buku_teks
uniform school_uniform | uniform baju_sekolah seragam
certificate cert certification diploma certificate_given get_a_cert certificates | sijil persijilan diploma dapat_sijil ada_sijil
document documents ic mykad passport photocopy_ic paperwork birth_certificate identity id_card papers paperwork_needed required_documents what_documents | dokumen ic kad_pengenalan mykad pasport salinan surat_beranak sijil_lahir dokumen_apa surat-surat salinan_ic kertas_apa
visa | visa
photo_document passport_photo passport_size | gambar_pasport
music instrument | muzik alat_muzik > piano guitar=gitar drum=dram=drums violin=biola vocal=vokal=singing=nyanyian ukulele keyboard_music
recital concert performance performers | konsert persembahan
online_class zoom virtual online remote google_meet webinar | dalam_talian online kelas_online secara_maya zoom
one_on_one_class | kelas_persendirian
group_lesson small_group class_size students_per_class | kelas_berkumpulan
replacement_class make_up_class replace_class absent absence miss_class attend attendance come_late missed_class missed_a_class miss_a_lesson miss_lesson skip_class skip_a_class catch_up make-up_class cannot_attend | kelas_ganti ganti_kelas tidak_hadir ponteng hadir kehadiran tak_dapat_hadir tak_dapat_datang ganti_hari_lain tertinggal_kelas tak_masuk_kelas cuti_kelas
syllabus curriculum topic subject subjects level which_subjects what_subjects subjects_taught topics_covered | silibus kurikulum subjek mata_pelajaran tahap peringkat subjek_apa ajar_apa mata_pelajaran_apa
semester term intake_term yearly_term | penggal semester
quran arabic jawi tajwid iqra | quran arab jawi tajwid iqra mengaji_quran
report progress progress_report performance_report result results progress_update how_is_my_child update_parents | laporan perkembangan keputusan kemajuan tahu_perkembangan report_anak
scholarship ptptn hrdf hrd_corp claimable | biasiswa ptptn hrdf
swimming_class | kelas_renang
art_class drawing_class | kelas_melukis melukis
meal_provided snack_provided food_provided | makan_disediakan
nap sleep sleeping_time | tidur
diaper milk_bottle potty | lampin pampers
`;
